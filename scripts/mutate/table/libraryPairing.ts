import type { FileMutants } from '../mutant.ts'

const pairing = 'packages/latchkey/src/pairing'
const crypto = `${pairing}/crypto/createCrypto.test.ts`

export const libraryPairing: readonly FileMutants[] = [
  {
    file: `${pairing}/crypto/openEnvelope.ts`,
    tests: [crypto],
    changes: [
      ["if (!isHex32(peerPublicKey)) throw badAnswer('key')", ''],
      ['if (!envelope || envelope.senderPublicKey !== undefined)', 'if (!envelope)'],
      ["'utf-8', { fatal: true }", "'utf-8', { fatal: false }"],
      [
        "isLatchkeyError(cause, 'CHUNK_FAILED') ? cause",
        'false ? cause',
        'only a chunk that a browser cannot load throws it, and unit tests load none',
      ],
    ],
  },
  {
    file: `${pairing}/crypto/createCrypto.ts`,
    tests: [crypto],
    changes: [
      ["generateKey('X25519', false,", "generateKey('X25519', true,"],
      ['          structuredClone(pair.privateKey)\n', ''],
      ['const iv = randomBytes(random, 12)', 'const iv = new Uint8Array(12)'],
      ['generateSymKey: () => randomBytes(random, 32)', 'generateSymKey: () => randomBytes(random, 16)'],
    ],
  },
  {
    file: `${pairing}/crypto/randomBytes.ts`,
    tests: [crypto],
    changes: [['while (hex.length < length * 2) hex += random.id()', 'hex = random.id().repeat(length)']],
  },
  {
    file: `${pairing}/envelope/parseEnvelope.ts`,
    tests: [`${pairing}/envelope/parseEnvelope.test.ts`],
    changes: [
      ['if (message.length > longestEnvelope) return undefined', ''],
      ['(type !== 0 && type !== 1)', '(type !== 0 && type !== 1 && type !== 2)'],
      ['bytes.length < start + ivLength + tagLength', 'bytes.length < start + ivLength'],
      ['const longestEnvelope = 131_072', 'const longestEnvelope = 131_071'],
    ],
  },
  {
    file: `${pairing}/envelope/decodeBase64.ts`,
    tests: [`${pairing}/envelope/base64.test.ts`, crypto],
    changes: [
      ['encodeBase64(bytes) === text ? bytes : undefined', 'bytes'],
      ['text.length % 4 !== 0 || ', ''],
    ],
  },
  {
    file: `${pairing}/envelope/formatEnvelope.ts`,
    tests: [crypto],
    changes: [['[...head, ...iv, ...sealed]', '[...head, ...sealed, ...iv]']],
  },
  {
    file: `${pairing}/envelope/hex.ts`,
    tests: [`${pairing}/envelope/parseEnvelope.test.ts`, crypto],
    changes: [
      ['value.length === 64', 'value.length <= 64'],
      ['/^[0-9a-f]+$/', '/^[0-9a-f]+$/i'],
    ],
  },
]
