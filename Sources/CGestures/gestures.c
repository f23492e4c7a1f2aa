// The gestures of the demos, as data of the program.

#include "CGestures.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const char *const scripts[] = {
    // A finger moves the centre of the fields three times.
    (const char[]){
#embed "files/orbit.jsonl"
        , 0},
    // A hand tilts the device for four seconds; the sensor reports 30 times a second.
    (const char[]){
#embed "files/gravity.jsonl"
        , 0},
    // Buttons change the collision mode before and after the items land.
    (const char[]){
#embed "files/collisions.jsonl"
        , 0},
    // A finger drags the upper item about, twice past the stage's edge, and lets go.
    (const char[]){
#embed "files/attachment.jsonl"
        , 0},
    // A finger drags the upper item about, twice with a flick, and lets go.
    (const char[]){
#embed "files/spring.jsonl"
        , 0},
    // Taps across the stage, some of them while the item is still on its way.
    (const char[]){
#embed "files/snap.jsonl"
        , 0},
    // Four short strokes around the middle of the stage.
    (const char[]){
#embed "files/push.jsonl"
        , 0},
    // Sliders: resistance off, less bounce, lighter, more bounce, rougher, free to turn.
    (const char[]){
#embed "files/properties.jsonl"
        , 0},
    // Two taps, a pull and a drop, a catch in flight, two quick taps, and a fling over the top.
    (const char[]){
#embed "files/lock_screen.jsonl"
        , 0},
    // The device tilts and turns over; taps zoom the label; the stage is resized as by a status bar;
    // the dynamics are taken away and brought back.
    (const char[]){
#embed "files/proxy.jsonl"
        , 0},
    // Items dropped, a shelf put up and taken down, the floor lowered and raised, each after a rest;
    // and twice a setting that changes nothing.
    (const char[]){
#embed "files/pause.jsonl"
        , 0},
    // A little of everything that the demos `gravity` to `properties` listen to.
    (const char[]){
#embed "files/sweep.jsonl"
        , 0},
    // Drags and throws of the item between corners, two turns of the device and a long press.
    (const char[]){
#embed "files/sticky_corners.jsonl"
        , 0},
    // A tap beside the dialog, and one on it.
    (const char[]){
#embed "files/dialog.jsonl"
        , 0},
    // Slow drags by a corner, which end at home, and three tosses; one drag catches the card on
    // its way.
    (const char[]){
#embed "files/toss.jsonl"
        , 0},
    // Taps among the items, and the button of the push.
    (const char[]){
#embed "files/robustness.jsonl"
        , 0},
};

const char *laplace_gestures(int scenario) { return scripts[scenario - 1]; }
