/** Shapes of Lucide that swapping alone shows, beside its views: `shapes.ts` is there with the first click. */

/** Which way a swap goes: Lucide's `arrow-down-up`. */
export const flip = 'm3 16 4 4 4-4M7 20V4M21 8l-4-4-4 4M17 4v16'
/** Lucide's `sliders-horizontal`. */
export const sliders = 'M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3'
export const down = 'M12 5v14M19 12l-7 7-7-7'
