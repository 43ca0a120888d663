import type { FileMutants } from '../mutant.ts'

const keys = 'apps/frame/src/keys'
const wiping = `${keys}/wiping.test.ts`
const shares = `${keys}/keys.test.ts`
const sealed = `${keys}/sealed.test.ts`
const derive = `${keys}/derive/derive.test.ts`

export const frameKeys: readonly FileMutants[] = [
  {
    file: `${keys}/createKey.ts`,
    tests: [`${keys}/createKey.test.ts`, wiping, shares],
    changes: [
      [
        'options.entropy ?? randomBytes(32)',
        'options.entropy ?? Uint8Array.from({ length: 32 }, () => Math.random() * 256)',
      ],
      ['options.entropy ?? randomBytes(32)', 'options.entropy ?? randomBytes(16)'],
      ['    wipe(entropy)\n', ''],
      ["if (before && (await isMade(ctx, before))) throw new KeysError('exists')", ''],
      ['if (before && (await isMade(ctx, before))) await writeShares', 'if (!before) await writeShares'],
      ["if (known.account !== account) throw new CustodyRefusal('SIGN_IN_INVALID')", ''],
    ],
  },
  {
    file: `${keys}/bytes.ts`,
    tests: [`${keys}/createKey.test.ts`, wiping, sealed],
    changes: [
      [
        'crypto.getRandomValues(new Uint8Array(length))',
        'new Uint8Array(length).map(() => Math.random() * 256)',
      ],
      ['bytes.fill(0)', 'bytes.length'],
      ['byte ^ (b[index] ?? 0)', 'byte | (b[index] ?? 0)'],
      ['different |= (a[i] ?? 0) ^ (b[i] ?? 0)', 'different = (a[i] ?? 0) ^ (b[i] ?? 0)'],
    ],
  },
  {
    file: `${keys}/commitOf.ts`,
    tests: [sealed, wiping],
    changes: [
      ['  wipe(entropy)\n', ''],
      ['`commit${account}`', '`commit`'],
      ['if (isSame(commit, fromHex(expected.commit))) return entropy', 'return entropy'],
    ],
  },
  {
    file: `${keys}/sealed.ts`,
    tests: [sealed],
    changes: [
      ['canonicalJson({ v: form, alg, kdf, epoch, about })', 'canonicalJson({ v: form, alg, epoch, about })'],
      ['canonicalJson({ v: form, alg, kdf, epoch, about })', 'canonicalJson({ v: form, alg, kdf, epoch })'],
      ["[...about, epoch].join('‖')", "[...about].join('‖')"],
      ['const newest = 2', 'const newest = 1'],
      ['const iv = randomBytes(12)', 'const iv = fromHex("00".repeat(12))'],
      ['const info = toBytes(`latchkey ${purpose}`)', 'const info = toBytes(`latchkey`)'],
      ['salt: toBytes(account)', 'salt: toBytes("")'],
      ["false,\n    ['encrypt', 'decrypt']", "true,\n    ['encrypt', 'decrypt']"],
    ],
  },
  {
    file: `${keys}/signWith.ts`,
    tests: [sealed, wiping],
    changes: [
      ['  wipe(seed)\n', ''],
      ['    wipe(key)\n', ''],
      ['    wipe(pkcs8)\n', ''],
      ["if (account.addressOf(key) !== account.address) throw new KeysError('mismatch')", ''],
    ],
  },
  {
    file: `${keys}/withKey.ts`,
    tests: [`${keys}/withKey.test.ts`, wiping, shares],
    changes: [
      ['      wipe(own, theirs)\n', ''],
      ['    wipe(entropy)\n', ''],
      ["if (answer.commit !== record.commit) throw new KeysError('mismatch')", ''],
      ["if (known.account !== account || counts) throw new CustodyRefusal('SIGN_IN_INVALID')", ''],
      ['if (!isAsked || signed === undefined) throw error', 'throw error'],
      ['  await deleteShares(ctx.database, account)\n', ''],
    ],
  },
  {
    file: `${keys}/derive/deriveEvmKey.ts`,
    tests: [derive, wiping],
    changes: [
      ['wipe(data, key, chain, next.key)', 'wipe(data, key, chain)'],
      ['wipe(data, key, chain, next.key)', 'wipe(data, next.key)'],
      [
        '[44 + 0x80000000, 60 + 0x80000000, 0x80000000, 0, 0]',
        '[44 + 0x80000000, 60 + 0x80000000, 0x80000000, 0, 1]',
      ],
      ['(tweak + toNumber(key)) % order', 'tweak + toNumber(key)'],
    ],
  },
  {
    file: `${keys}/derive/words.ts`,
    tests: [derive, wiping],
    changes: [
      ['  wipe(seed)\n', ''],
      ["if (entropy.length !== 32) throw new KeysError('text')", ''],
    ],
  },
  {
    file: `${keys}/recovery/recoverKey.ts`,
    tests: [wiping, shares],
    changes: [
      ["if (wallet !== null && wallet.commit !== record.commit) throw new KeysError('mismatch')", ''],
      ['(before?.epoch ?? 0) + 1', '(before?.epoch ?? 0)'],
      ['pending: here?.current ?? null', 'pending: null'],
    ],
  },
  {
    file: `${keys}/recovery/keyOfPasskey.ts`,
    tests: [wiping],
    changes: [['    wipe(secret)\n', '']],
  },
  {
    file: `${keys}/recovery/recoveryCode.ts`,
    tests: [`${keys}/recovery/recoveryCode.test.ts`],
    changes: [
      ['const length = 26', 'const length = 25'],
      ['byte & 31', 'byte & 15'],
      [".replace(/[IL]/g, '1')", ''],
    ],
  },
  {
    file: `${keys}/splitForDevice.ts`,
    tests: [shares, wiping],
    changes: [
      [
        "return ['own half', account, device, version]",
        "return ['own half', account, version]",
        'each device has a key of its own for its share: another one fails before its name is compared',
      ],
      ['  wipe(own)\n', ''],
      ['  wipe(theirs)\n', ''],
    ],
  },
]
