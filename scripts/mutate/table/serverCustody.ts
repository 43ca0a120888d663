import type { FileMutants } from '../mutant.ts'

const custody = 'apps/server/src/people/custody'
const calls = `${custody}/mountCustody.test.ts`
const stored = `${custody}/storedShares.test.ts`
const keys = 'apps/frame/src/keys/keys.test.ts'
const policy = `${custody}/policy/judgeSigned.test.ts`

export const serverCustody: readonly FileMutants[] = [
  {
    file: `${custody}/createDeviceShares.ts`,
    tests: [keys, calls, stored],
    changes: [
      [".where('custody_pairs.epoch', '<', epoch),", ".where('custody_pairs.epoch', '<=', epoch),"],
      ["return ['half', account, device, epoch, version]", "return ['half', account, device, version]"],
      ["return ['half', account, device, epoch, version]", "return ['half', device, epoch, version]"],
      ['if (first.length === 1 && closed !== undefined)', 'if (closed !== undefined)'],
      [
        'row.epoch + 1 === epoch && next_version === version',
        'next_version === version',
        'a version is 16 random bytes: those that are the same belong to the same epoch',
      ],
      [
        'if (row.epoch === epoch && row.version === version) return row',
        'if (row.version === version) return row',
      ],
      ['.limit(mostDevices - 1)', '.limit(mostDevices)'],
    ],
  },
  {
    file: `${custody}/createFactors.ts`,
    tests: [keys, calls, stored],
    changes: [
      ["        .where('released_1', '<=', at - oneDay)\n          .returning", '        .returning'],
      ['released_5: at,', 'released_5: 0,'],
    ],
  },
  {
    file: `${custody}/createPasswords.ts`,
    tests: [keys, stored],
    changes: [
      ["if (!(await isElement(blinded))) return 'invalid'", ''],
      ["        .where('tries', '<', mostPasswordTries)\n        .returning", '        .returning'],
      ["eb('tries', '+', 1)", "eb('tries', '+', 0)"],
      ["return ['oprf', account]", "return ['oprf']"],
    ],
  },
  {
    file: `${custody}/createEnvelopes.ts`,
    tests: [stored, calls],
    changes: [
      ['closeWith(key, content, JSON.stringify(about))', 'closeWith(key, content, "")'],
      ['onOpen?.(purpose)', ''],
    ],
  },
  {
    file: `${custody}/checkFactor.ts`,
    tests: [`${custody}/checkFactor.test.ts`],
    changes: [
      ["mode === 'operator' && sealed === undefined", 'sealed === undefined'],
      ['open === undefined && sealed?.kdf === closedBy[kind]', 'sealed?.kdf === closedBy[kind]'],
      ['sealed?.kdf === closedBy[kind]', 'sealed !== undefined'],
    ],
  },
  {
    file: `${custody}/possession.ts`,
    tests: [calls, keys],
    changes: [
      [
        "return verify(null, Buffer.from(custodyPossessionText(of)), key, Buffer.from(of.body.possession, 'hex'))",
        'return key !== undefined',
      ],
    ],
  },
  {
    file: `${custody}/mountShares.ts`,
    tests: [calls, keys],
    changes: [
      ['await calls.requireKey(caller, postCustodyPair, body)', ''],
      ["if (purpose === 'sign') await requireAllowed(caller, body)", ''],
      ["if (wantsProof && caller.sessionAge > revokeWithin) throw new RouteFault('CUSTODY_STEP_UP')", ''],
    ],
  },
  {
    file: `${custody}/policy/judgeSigned.ts`,
    tests: [policy],
    changes: [
      ["if (createHash('sha256').update(bytes).digest('hex') !== request) return 'other'", ''],
      ["if (value > rules.mostValue) return 'value'", ''],
      ['viem().serializeTransaction(transaction) === written ? transaction : undefined', 'transaction'],
      ["if (rules === undefined) return 'network'", 'if (rules === undefined) return undefined'],
      ['|| r !== undefined) return undefined', ') return undefined'],
    ],
  },
  {
    file: `${custody}/policy/judgeCall.ts`,
    tests: [policy],
    changes: [
      ["if (transfer.amount > most) return 'value'", ''],
      ['transfer === undefined || value > 0n', 'transfer === undefined'],
      ['receivers?.has(address) ?? true', 'true'],
    ],
  },
  {
    file: `${custody}/vault/closeWith.ts`,
    tests: [stored, `${custody}/vault/vaults.test.ts`],
    changes: [
      ['const iv = randomBytes(ivBytes)', 'const iv = Buffer.alloc(ivBytes)'],
      ['  cipher.setAAD(Buffer.from(about))\n', "  cipher.setAAD(Buffer.from(''))\n"],
    ],
  },
  {
    file: `${custody}/vault/createLocalVault.ts`,
    tests: [`${custody}/vault/vaults.test.ts`, stored],
    changes: [
      [
        "JSON.stringify(['latchkey custody key', purpose, id])",
        "JSON.stringify(['latchkey custody key', id])",
      ],
      ['.at(-1)', '.at(0)'],
    ],
  },
]
