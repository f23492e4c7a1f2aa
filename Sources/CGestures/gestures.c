// The gestures of the scenarios S01 to S16, as data of the program.

#include "CGestures.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const char *const scripts[] = {
    // A finger moves the centre of the fields three times.
    (const char[]){
#embed "files/S01.jsonl"
        , 0},
    // A hand tilts the device for four seconds; the sensor reports 30 times a second.
    (const char[]){
#embed "files/S02.jsonl"
        , 0},
    // Buttons change the collision mode before and after the items land.
    (const char[]){
#embed "files/S03.jsonl"
        , 0},
    // A finger drags the upper item about, twice past the stage's edge, and lets go.
    (const char[]){
#embed "files/S04.jsonl"
        , 0},
    // A finger drags the upper item about, twice with a flick, and lets go.
    (const char[]){
#embed "files/S05.jsonl"
        , 0},
    // Taps across the stage, some of them while the item is still on its way.
    (const char[]){
#embed "files/S06.jsonl"
        , 0},
    // Four short strokes around the middle of the stage.
    (const char[]){
#embed "files/S07.jsonl"
        , 0},
    // Sliders: resistance off, less bounce, lighter, more bounce, rougher, free to turn.
    (const char[]){
#embed "files/S08.jsonl"
        , 0},
    // Two taps, a pull and a drop, a catch in flight, two quick taps, and a fling over the top.
    (const char[]){
#embed "files/S09.jsonl"
        , 0},
    // The device tilts and turns over; taps zoom the label; the stage is resized as by a status bar;
    // the dynamics are taken away and brought back.
    (const char[]){
#embed "files/S10.jsonl"
        , 0},
    // Items dropped, a shelf put up and taken down, the floor lowered and raised, each after a rest;
    // and twice a setting that changes nothing.
    (const char[]){
#embed "files/S11.jsonl"
        , 0},
    // A little of everything that the scenarios S02 to S08 listen to.
    (const char[]){
#embed "files/S12.jsonl"
        , 0},
    // Drags and throws of the item between corners, two turns of the device and a long press.
    (const char[]){
#embed "files/S13.jsonl"
        , 0},
    // A tap beside the dialog, and one on it.
    (const char[]){
#embed "files/S14.jsonl"
        , 0},
    // Slow drags by a corner, which end at home, and three tosses; one drag catches the card on
    // its way.
    (const char[]){
#embed "files/S15.jsonl"
        , 0},
    // Taps among the items, and the button of the push.
    (const char[]){
#embed "files/S16.jsonl"
        , 0},
};

const char *laplace_gestures(int scenario) { return scripts[scenario - 1]; }
