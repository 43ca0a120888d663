/*
 * Marks of the accounts to log in by, drawn as lines on the same grid. Key, GitHub, Facebook and Apple are Lucide's
 * (https://lucide.dev, ISC, © Lucide Contributors 2022); the others are ours. They stand beside the account's name.
 */
export const key =
  'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4ZM16.5 7.5h.01'
export const google = 'M12 12h9a9 9 0 1 1-2.64-6.36'
export const x = 'M4 4h4l12 16h-4ZM20 4l-6.8 7.1M10.4 14 4.6 20'
export const farcaster = 'M3 4h18M5 4v16h4v-6a3 3 0 0 1 6 0v6h4V4M3 9h2M19 9h2'
export const discord =
  'M8 17.5 7 20c-2-.6-3.7-1.6-5-3 0-5 1-9 3.5-12A13 13 0 0 1 9 4l1 1.6a14 14 0 0 1 4 0L15 4a13 13 0 0 1 3.5 1C21 8 22 12 22 17c-1.3 1.4-3 2.4-5 3l-1-2.5M6.5 16.8c3.5 1.6 7.5 1.6 11 0M8.5 12v.8M15.5 12v.8'
export const apple =
  'M12 20.94c1.5 0 2.75 1.06 4 1.06 3 0 6-8 6-12.22A4.91 4.91 0 0 0 17 5c-2.22 0-4 1.44-5 2-1-.56-2.78-2-5-2a4.9 4.9 0 0 0-5 4.78C2 14 5 22 8 22c1.25 0 2.5-1.06 4-1.06ZM10 2c1 .5 2 2 2 5'
export const github =
  'M15 22v-4a4.8 4.8 0 0 0-1-3.5c3 0 6-2 6-5.5.080-1.25-.27-2.48-1-3.5.280-1.15.280-2.35 0-3.5 0 0-1 0-3 1.5-2.64-.5-5.36-.5-8 0C6 2 5 2 5 2c-.3 1.15-.3 2.35 0 3.5A5.4 5.4 0 0 0 4 9c0 3.5 3 5.5 6 5.5-.39.490-.68 1.05-.85 1.65S8.93 17.38 9 18v4M9 18c-4.51 2-5-2-7-2'
export const facebook = 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3Z'
