/// The scripted inputs of the scenarios: one JSON object a line.
package enum Gestures {}
