/** Words of riddles, and the folders whose every comment and test title is free of them; public docstrings are everywhere. */
export const plainWords = {
  riddle: /\b(?:whoever|nobody|somebody|nought|heed(?:s|ed)?|is told)\b/i,
  folders: [
    'apps/',
    'bench/',
    'e2e/',
    'packages/latchkey/src/chains/',
    'packages/latchkey/src/contract/',
    'packages/latchkey/src/embedded/',
    'packages/latchkey/src/engine/',
    'packages/latchkey/src/pairing/',
    'packages/latchkey/src/server/',
    'packages/latchkey/src/siwx/',
    'packages/latchkey/src/ui/',
    'packages/latchkey/src/wagmi/',
    'packages/latchkey/src/widget/',
    'packages/testing/',
    'scripts/',
  ],
} as const
