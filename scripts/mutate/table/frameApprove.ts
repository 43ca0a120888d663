import type { FileMutants } from '../mutant.ts'

const approve = 'apps/frame/src/approve'
const decode = `${approve}/effects/decode.test.ts`
const hostile = `${approve}/hostileContracts.test.ts`
const compose = `${approve}/composeApproval.test.ts`
const headline = `${approve}/headline.test.ts`
const money = `${approve}/moneyWords.test.ts`
const who = `${approve}/whoIs.test.ts`

export const frameApprove: readonly FileMutants[] = [
  {
    file: `${approve}/effects/decodeCall.ts`,
    tests: [decode, hostile],
    changes: [
      ['amount >= 1n << BigInt(bits - 1) ? {} : { amount }', 'amount > 1n << BigInt(bits) ? {} : { amount }'],
      ['allowed > 1n) return undefined', 'allowed > 2n) return undefined'],
      ["value === 0n || effect.is === 'wrap'", 'true'],
      [
        "'0x87517c45': ({ body }) => {\n    const [token, spender] = [addressAt(body, 0), addressAt(body, 1)]",
        "'0x87517c45': ({ body }) => {\n    const [spender, token] = [addressAt(body, 0), addressAt(body, 1)]",
      ],
      [
        'Object.hasOwn(readers, selector) ? readers[selector]',
        'true ? readers[selector]',
        'a selector begins with 0x, as nothing does that objects inherit',
      ],
      ['isMore: true', 'isMore: false'],
      ["body === '0x' && isWrapped(token, known)", 'isWrapped(token, known)'],
      ["body === '0x' && isWrapped(token, known)", "body === '0x'"],
      ['body.length === 66 && isWrapped(token, known)', 'isWrapped(token, known)'],
      ['body.length === 66 && isWrapped(token, known)', 'body.length === 66'],
      ["if (data === '0x') return { is: 'transfer', to, amount: value }", ''],
    ],
  },
  {
    file: `${approve}/effects/decodeTyped.ts`,
    tests: [decode],
    changes: [
      ['contract.toLowerCase() === permit2', 'true'],
      ['message.allowed ? {} : { amount: 0n }', 'message.allowed ? { amount: 0n } : {}'],
      ['...limited(most, 160), until', '...limited(most), until'],
      ['effects.every(effect => effect !== undefined)', 'effects.some(effect => effect !== undefined)'],
    ],
  },
  {
    file: `${approve}/composeApproval.ts`,
    tests: [compose],
    changes: [
      ['text === undefined || isHash', 'text === undefined'],
      [
        "if (!call || !simulation || simulation.at === 'fails') return undefined",
        'if (!call || !simulation) return undefined',
      ],
      [
        'asksTwice: [...new Set([...told.flatMap(({ asksTwice }) => asksTwice), ...untold, ...fails])]',
        'asksTwice: fails',
      ],
      ['request.isEverywhere\n', 'false\n'],
      ['if (address && other && !isSame(address, other))', 'if (false)'],
    ],
  },
  {
    file: `${approve}/headlineOf.ts`,
    tests: [compose, headline],
    changes: [
      ['if (isOfOthers(only, telling)) return undefined', ''],
      ['return more.length > 0 ? undefined : only', 'return only'],
      ['&& !each.tone && each.claim === undefined', ''],
      ["place && rest.label !== 'To'", 'place'],
    ],
  },
  {
    file: `${approve}/moneyWords.ts`,
    tests: [compose, headline, money],
    changes: [
      ['words?.isListed && decimals !== undefined', 'decimals !== undefined'],
      ['if (token !== undefined && !words?.isListed) return undefined', ''],
      ['words?.isListed && words.symbol', 'words?.symbol'],
    ],
  },
  {
    file: `${approve}/whoIs.ts`,
    tests: [who],
    changes: [
      ['...before, ...first, isKnown: isBefore', '...before, ...first, isKnown: true'],
      ['Object.hasOwn(names, key) ? names[key] : undefined', 'names[key]'],
    ],
  },
  {
    file: `${approve}/showHidden.ts`,
    tests: [compose],
    changes: [['|\\p{DI}|', '|']],
  },
  {
    file: `${approve}/feeWords.ts`,
    tests: [compose],
    changes: [
      ["if (at === 'asking' || fee) return []", 'return []'],
      ['(value / scale + 1n) * scale', '(value / scale) * scale'],
    ],
  },
  {
    file: `${approve}/sortWarnings.ts`,
    tests: [compose],
    changes: [
      [
        "Number(b.tone === 'danger') - Number(a.tone === 'danger')",
        "Number(a.tone === 'danger') - Number(b.tone === 'danger')",
      ],
    ],
  },
]
