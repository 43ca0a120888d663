import type { FileMutants } from '../mutant.ts'

const names = 'apps/server/src/data/names'
const mounted = `${names}/mountNames.test.ts`
const changed = `${names}/changeName.test.ts`

export const serverNames: readonly FileMutants[] = [
  {
    file: `${names}/checkName.ts`,
    tests: [mounted, `${names}/skeletonOf.test.ts`],
    changes: [
      ['label.length >= 4', 'label.length >= 3'],
      ['label.length <= 32', 'label.length <= 33'],
      ["!label.startsWith('0x')", 'true'],
      ["label === '' || label.includes('.') ? undefined : label", "label === '' ? undefined : label"],
      ["skeletonOf(label.replaceAll('-', ''))", 'skeletonOf(label)'],
    ],
  },
  {
    file: `${names}/skeletonOf.ts`,
    tests: [`${names}/skeletonOf.test.ts`, mounted],
    changes: [
      ["  [/rn/g, 'm'],\n", ''],
      ["[/0/g, 'o']", "[/0/, 'o']"],
    ],
  },
  {
    file: `${names}/createNonces.ts`,
    tests: [`${names}/createNonces.test.ts`, mounted],
    changes: [
      ['if (!timingSafeEqual(bytes.subarray(head.length), seal(project, head))) return false', ''],
      ['if (head.readUIntBE(randomSize, timeSize) !== ts) return false', ''],
      ['age >= -clockSkew && age <= nameNonceLifetime', 'age >= -clockSkew'],
      ['return used.length === 1', 'return true'],
      ["|| bytes.toString('base64url') !== nonce)", ')'],
    ],
  },
  {
    file: `${names}/registerName.ts`,
    tests: [mounted],
    changes: [
      ["if (message.domain !== zone) throw new RouteFault('NAME_NOT_FOUND', { reasons: [otherZone] })", ''],
      ['skeleton: skeletonOf(label)', 'skeleton: label'],
      ['reasons.length === 0 && !isReserved(label)) return label', 'reasons.length === 0) return label'],
    ],
  },
  {
    file: `${names}/checkSigned.ts`,
    tests: [mounted, changed],
    changes: [
      ["throw unsigned('The signed message was used before')", 'void 0'],
      ["throw unsigned('The signature is not that of the address')", 'void 0'],
    ],
  },
  {
    file: `${names}/changeName.ts`,
    tests: [changed],
    changes: [
      [
        'labelIn(zone, change.name) : undefined\n  if (change.domain !== zone ||',
        'labelIn(zone, change.name) : undefined\n  if (',
      ],
      ['|| change.name !== request.name)', ')'],
      ["attributes: '{}', named_at: 0 }", 'named_at: 0 }'],
      ["attributes: '{}', named_at: 0 }", "attributes: '{}' }"],
      [
        ".where('label', '=', label)\n      .where('address', '=', address)\n  switch",
        ".where('label', '=', label)\n  switch",
      ],
      [".where('address', '=', address)\n        .returningAll()", '.returningAll()'],
    ],
  },
  {
    file: `${names}/findNames.ts`,
    tests: [changed],
    changes: [
      ['row !== undefined && isNamed(row) ? row', 'row !== undefined ? row'],
      ["inner('named_at', 'is', null), inner('named_at', '>', 0)", "inner('named_at', 'is', null)"],
    ],
  },
  {
    file: `${names}/isSignedBy.ts`,
    tests: [`${names}/isSignedBy.test.ts`],
    changes: [['reader === undefined || reader.chain !== options.chain', 'reader === undefined']],
  },
  {
    file: `${names}/createGateway.ts`,
    tests: [`${names}/createGateway.test.ts`],
    changes: [
      ["if (label.includes('.')) return undefined", ''],
      ["if (node !== records.node) return '0x'", ''],
      ['if (nested || calls.length > mostCalls)', 'if (calls.length > mostCalls)'],
      ['if (nested || calls.length > mostCalls)', 'if (nested)'],
      ['length === 0) return at === bytes.length - 1 ?', 'length === 0) return true ?'],
    ],
  },
  {
    file: `${names}/createCcipRequest.ts`,
    tests: [`${names}/createCcipRequest.test.ts`],
    changes: [
      ['urls.slice(0, mostUrls)', 'urls'],
      ['|| last.failed !== true) return last', ') return last'],
      ['answer.status >= 500 || answer.status === 429', 'answer.status >= 500'],
    ],
  },
  {
    file: `${names}/createChainReader.ts`,
    tests: [`${names}/createChainReader.test.ts`],
    changes: [
      ['if (failure !== undefined) throw outage(failure.cause)', ''],
      ['if (answer.failed) fail(answer.cause)', ''],
    ],
  },
]
