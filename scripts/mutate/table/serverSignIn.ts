import type { FileMutants } from '../mutant.ts'

const signin = 'apps/server/src/people/signin'
const mounted = `${signin}/mountSignIn.test.ts`
const email = `${signin}/mountEmail.test.ts`
const once = `${signin}/onceOnly.test.ts`

export const serverSignIn: readonly FileMutants[] = [
  {
    file: `${signin}/createNonces.ts`,
    tests: [mounted, once],
    changes: [
      ['if (!timingSafeEqual(bytes.subarray(head.length), seal(project, key, head))) return false', ''],
      ['age >= -mostAhead && age <= lifetime', 'age >= -mostAhead'],
      ['`${project}\\n${key}\\n`', '`${project}\\n`'],
      ["once.use('nonce', nonce, remembered)", 'true'],
    ],
  },
  {
    file: `${signin}/createOnce.ts`,
    tests: [once, mounted],
    changes: [['return won.length === 1', 'return true']],
  },
  {
    file: `${signin}/createKeyProofs.ts`,
    tests: [mounted, `${signin}/publicUrls.test.ts`],
    changes: [
      ['claims.htm !== c.req.method || ', ''],
      ['|| !urlsOf(c).includes(url)) return undefined', ') return undefined'],
      ['if (Math.abs(now() / 1_000 - claims.iat) > skew) return undefined', ''],
      ['if (claims.ath !== (token === undefined ? undefined : digestOf(token))) return undefined', ''],
      ["(await once.use('key proof', id, remembered))", 'true'],
      [
        "kty: v.literal('EC'),",
        "kty: v.literal('EC'),\n  d: v.optional(v.string()),",
        'jose refuses an embedded private key before ours is read',
      ],
    ],
  },
  {
    file: `${signin}/createTokens.ts`,
    tests: [mounted, email],
    changes: [
      ['if (now() >= Number(payload.exp) * 1_000) return undefined', ''],
      ['        audience: project,\n', '', '`payload.aud !== project` refuses it a few lines later'],
      ['        typ: types[type],\n        requiredClaims', '        requiredClaims'],
      ['const tokenLifetime = 600', 'const tokenLifetime = 6_000'],
    ],
  },
  {
    file: `${signin}/createBreaker.ts`,
    tests: ['apps/server/src/people/login/newDevice.test.ts'],
    changes: [['if (fails <= shortFailsPerDay) return true', 'return true']],
  },
  {
    file: `${signin}/createEmailCodes.ts`,
    tests: [email],
    changes: [
      ['const mostTries = 3', 'const mostTries = 4'],
      ['if (isAll === 0) return { failed: row.address_mac }', ''],
      ['Number(isSame(row.key, key)) &', ''],
      ['Number(isSame(row.origin, origin))', '1'],
      [".where('expires_at', '>', at)\n          .returning", '.returning'],
      [
        ".where('used_at', 'is', null)\n          .where('attempts'",
        ".where('attempts'",
        'the statement that spends the code asks for `used_at` again',
      ],
    ],
  },
  {
    file: `${signin}/createSessions.ts`,
    tests: [mounted],
    changes: [
      ['Math.min(at + longest, until ?? Number.POSITIVE_INFINITY)', 'at + longest'],
      [
        ".where('project_id', '=', project)\n          .where('expires_at', '>', at)",
        ".where('project_id', '=', project)",
      ],
      [".where('origin', '=', origin)\n              .where('expires_at'", ".where('expires_at'"],
      ["              .where('ends_at', '>', at)\n", ''],
    ],
  },
  {
    file: `${signin}/normalizeEmail.ts`,
    tests: [`${signin}/normalizeEmail.test.ts`],
    changes: [
      ['!isHost || address.length > longest', '!isHost'],
      ['|| local.length > 64 ||', '||'],
      ['identity: address.toLowerCase()', 'identity: address'],
    ],
  },
  {
    file: `${signin}/isOfBody.ts`,
    tests: [mounted, 'apps/server/src/people/custody/mountCustody.test.ts'],
    changes: [
      ['if (hash === undefined) return false', 'if (hash === undefined) return true'],
      ['own.length === theirs.length && timingSafeEqual(own, theirs)', 'own.length === theirs.length'],
    ],
  },
  {
    file: `${signin}/secrets.ts`,
    tests: [mounted, email],
    changes: [['a.length === b.length && timingSafeEqual(a, b)', 'a.length === b.length']],
  },
  {
    file: `${signin}/checkQuorum.ts`,
    tests: [`${signin}/quorum.test.ts`],
    changes: [['new Set(urls).size < quorum', 'urls.length < quorum']],
  },
]
