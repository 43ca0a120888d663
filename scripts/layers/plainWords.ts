/** Words of riddles, and the folders whose every comment and test title is free of them. */
export const plainWords = {
  riddle: /\b(?:whoever|nobody|somebody|nought|heed(?:s|ed)?|is told)\b/i,
  folders: ['apps/', 'bench/', 'e2e/', 'packages/', 'scripts/'],
} as const
