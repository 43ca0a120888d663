import type { FileMutants } from '../mutant.ts'

const provider = 'apps/frame/src/provider'
const whole = `${provider}/createProvider.test.ts`
const typed = `${provider}/evm/typedData.test.ts`
const signIn = `${provider}/judgeSignIn.test.ts`

export const frameProvider: readonly FileMutants[] = [
  {
    file: `${provider}/judgeSignIn.ts`,
    tests: [signIn, whole],
    changes: [
      ['message.domain.toLowerCase() === origin.host &&', ''],
      ['new URL(message.uri).origin === origin.origin &&', ''],
      ['scheme.toLowerCase() === origin.protocol &&', ''],
      ['isSameAddress(message.accountAddress, page.account)', 'true'],
      [".normalize('NFKC')", ''],
    ],
  },
  {
    file: `${provider}/readRequest.ts`,
    tests: [whole],
    changes: [
      ["if (parseAddress(address) !== account) throw refusal('unauthorized')", ''],
      ['`eip155:${BigInt(asked)}` !== chainId', 'false'],
      ['if (actsForAccount(data, [asking.account, ...others])) throw accountRefusal()', ''],
      ["if (asked.atomicRequired && !by) throw refusal('atomicity')", ''],
      ["if (asked.calls.length > mostCalls) throw refusal('tooLarge')", ''],
      ["if (judged.is === 'foreign')", 'if (false)'],
      ['data.toLowerCase() !== input.toLowerCase())', 'false)'],
      ['chainId !== undefined && `eip155:${BigInt(chainId as string | number)}` !== asking.chainId', 'false'],
      [
        '{ request: deepFreeze(readTransaction(params, asking, known, whose)) }',
        '{ request: readTransaction(params, asking, known, whose) }',
      ],
    ],
  },
  {
    file: `${provider}/createApprovals.ts`,
    tests: [`${provider}/createApprovals.test.ts`, whole],
    changes: [
      ['if (waiting.size >= mostApprovals)', 'if (waiting.size > mostApprovals)'],
      ['running ??= run(agreed)', 'running = run(agreed)'],
      ['if (!running && (await isLocked())) return life.signal.aborted', ''],
      ["if (request.is === 'blocked') return true", ''],
      ['if (running) {\n', 'if (false) {\n'],
      ['isMoved(each.request.chainId, network)', 'true'],
      ['if (life.signal.aborted && !running) return true', ''],
    ],
  },
  {
    file: `${provider}/evm/typedData.ts`,
    tests: [typed],
    changes: [
      ['Uint8Array.of(0x19, 0x01)', 'Uint8Array.of(0x19, 0x00)'],
      ['!namePattern.test(name) || isPlain(name) ||', '!namePattern.test(name) ||'],
      ['number < least || number >= most', 'number < least || number > most'],
      [
        "if (length !== '' && value.length !== Number(length)) throw new TypeError('A list of another length')",
        '',
      ],
      ['|| !value.isWellFormed()) throw', ') throw'],
      ['if (bytes.length !== Number(fixed[1]))', 'if (bytes.length > Number(fixed[1]))'],
      ['const mostNodes = 600', 'const mostNodes = 6_000'],
      ["primaryType === 'EIP712Domain' || ", ''],
      ['    typedTree(data)\n', ''],
      ['[...found].sort()', '[...found]'],
    ],
  },
  {
    file: `${provider}/evm/transaction.ts`,
    tests: [`${provider}/evm/transaction.test.ts`],
    changes: [
      ['chainId * 2n + 35n', 'chainId * 2n + 27n'],
      ["[...fields, toBytes(chainId), '0x', '0x']", '[...fields]'],
      [
        'toBytes(fee.maxPriorityFeePerGas),\n    toBytes(fee.maxFeePerGas),',
        'toBytes(fee.maxFeePerGas),\n    toBytes(fee.maxPriorityFeePerGas),',
      ],
    ],
  },
  {
    file: `${provider}/sendApproved.ts`,
    tests: [`${provider}/sendApproved.test.ts`, whole],
    changes: [
      ['before.nonce >= count ? before.nonce + 1n : count', 'false ? before.nonce + 1n : count'],
      ['await approved.signed?.(signed.hash)', ''],
      ['if (turn > 0)', 'if (turn > 1)'],
      ['isFresh && turn === 0', 'isFresh'],
    ],
  },
  {
    file: `${provider}/solana/parseTransaction.ts`,
    tests: [`${provider}/solana/parseTransaction.test.ts`],
    changes: [
      ['if (bytes.length > longestTransaction) return undefined', ''],
      ['readonlySigned >= signed', 'readonlySigned > signed'],
      ["if (new Set(keys).size !== keys.length) throw new RangeError('An account twice')", ''],
      ["if (reader.left > 0) throw new RangeError('More than a message')", ''],
      ['address === undefined || program === 0', 'address === undefined'],
    ],
  },
  {
    file: `${provider}/simulateOutcomes.ts`,
    tests: [`${provider}/simulateOutcomes.test.ts`],
    changes: [
      ['has === undefined ? 0n : has - had', 'has === undefined ? 0n : has'],
      ["fieldOf(result, 'status') !== '0x1') return undefined", 'false) return undefined'],
    ],
  },
]
