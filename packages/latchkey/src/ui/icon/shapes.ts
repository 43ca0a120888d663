/*
 * Path data of the interface icons on a 24 × 24 grid, one constant each so that unused ones are dropped.
 * The shapes are Lucide's (https://lucide.dev), ISC licence, © Lucide Contributors 2022; portions © Cole Bemis
 * 2013–2022 (Feather, MIT). Circles and rectangles are written as paths. `@public`: in the set before a view needs it.
 */
const ring = 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0Z'

export const chevron = 'm9 18 6-6-6-6'
/** @public */
export const chevronDown = 'm6 9 6 6 6-6'
export const back = 'm12 19-7-7 7-7M19 12H5'
export const close = 'M18 6 6 18M6 6l12 12'
export const help = `${ring}M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01`
export const info = `${ring}M12 16v-4M12 8h.01`
export const copy =
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2'
export const check = 'M20 6 9 17l-5-5'
export const external = 'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6'
export const search = 'M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM21 21l-4.3-4.3'
export const qr =
  'M4 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM17 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM4 16h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1ZM21 16h-3a2 2 0 0 0-2 2v3M21 21v.01M12 7v3a2 2 0 0 1-2 2H7M3 12h.01M12 3h.01M12 16v.01M16 12h1M21 12v.01M12 21v-1'
/** @public */
export const wallet =
  'M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4'
export const disconnect = 'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4M16 17l5-5-5-5M21 12H9'
export const exchange = 'M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4'
export const warning =
  'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3ZM12 9v4M12 17h.01'
export const failure = `${ring}M15 9l-6 6M9 9l6 6`
export const success = `${ring}M9 12l2 2 4-4`
export const refresh =
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5'
/** @public */
export const dots =
  'M13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z'
export const plus = 'M5 12h14M12 5v14'
export const at = 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM16 8v5a3 3 0 0 0 6 0v-1a10 10 0 1 0-4 8'
export const globe = `${ring}M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20`
export const send = 'M7 7h10v10M7 17 17 7'
export const receive = 'M17 7 7 17M17 17H7V7'
export const clock = `${ring}M12 6v6l4 2`
export const shield =
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z'
export const mail =
  'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7'
export const key =
  'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4ZM16.5 7.5h.01'
