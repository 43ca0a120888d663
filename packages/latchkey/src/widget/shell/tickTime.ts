/** Milliseconds that the tick of a success stays before the view goes on. */
export const tickTime = 400
