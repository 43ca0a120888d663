import type { FileMutants } from '../mutant.ts'

const swap = 'packages/latchkey/src/chains/evm/swap'
const approve = 'apps/frame/src/approve'
const reading = `${swap}/readSwapCall.test.ts`
const checking = `${swap}/checkSwap.test.ts`

export const librarySwap: readonly FileMutants[] = [
  {
    file: 'packages/latchkey/src/chains/evm/codec/abiArguments.ts',
    tests: [reading],
    changes: [
      ['wordAt(source, place) === BigInt(source.next - at)', 'true'],
      ['word >> 160n ? undefined', 'false ? undefined'],
      ['word >> BigInt(bits) ? undefined', 'false ? undefined'],
      ['word > 1n ? undefined', 'false ? undefined'],
      ['if (end > source.length) throw new Unreadable()', ''],
      ['source.length - source.next <= longestMark', 'true'],
      ['Math.ceil(Number(length) / 32) * 32', 'Number(length)'],
    ],
  },
  {
    file: `${swap}/compareSwap.ts`,
    tests: [checking],
    changes: [
      ["if (networkIdOf(terms.from) !== network) throw unsafe('network')", ''],
      ['each.network === network && each.provider === built.provider', 'each.network === network'],
      ['each.network === network && each.provider', 'each.provider'],
      ['!contract.spender || ', ''],
      ['|| !isSameAddress(spender, contract.address)', ''],
      ["if (spender !== undefined) throw unsafe('spender')", ''],
      ['isSettler(each, contract) && ', ''],
      ["if (there !== toNetworkId) throw unsafe('network')", ''],
      ['call.recipient ?? call.from)', 'call.recipient ?? to ?? call.from)'],
      ["if (!isNative && value !== 0n) throw unsafe('value')", ''],
      ['destination === undefined && isSameToken(sell.address, buy.address)', 'false'],
      ['!isSameToken(token, sell.address)', 'false'],
      ['!isSameToken(token, buy.address)', 'false'],
      ['paid > most.value', 'paid > most.value + 1n'],
      ['got < least.value', 'got < least.value - 1n'],
      ['got === 0n || ', ''],
      [
        '(reading.deadline ?? 0n) > BigInt(terms.until)',
        '(reading.deadline ?? 0n) > BigInt(terms.until) + 1n',
      ],
    ],
  },
  {
    file: `${swap}/shapes/allowanceHolder.ts`,
    tests: [reading, checking],
    changes: [
      [': operator === target\n', ': true\n'],
      ['amount === 0n || amount === call.value', 'true'],
      ['operator === target || BigInt(operator) === 0n', 'true'],
      ['BigInt(other) === BigInt(recipient)', 'false'],
      ['data.slice(0, 10).toLowerCase() !== readSettler.selector', 'false'],
    ],
  },
  {
    file: `${swap}/shapes/lifi.ts`,
    tests: [reading, checking],
    changes: [
      ['(isNative(first[2]) && first[4] !== call.value)', 'false'],
      ['isAsNamed ? paidLegs', 'true ? paidLegs'],
      ['(isSingle || each[6])', 'each === first'],
    ],
  },
  {
    file: `${swap}/shapes/lifiAcross.ts`,
    tests: [reading, checking],
    changes: [
      ['!hasCall && ', ''],
      ["message === '0x' && ", ''],
      ['hasSwaps === (swaps !== undefined)', 'true'],
      ['to === BigInt(receiver) && ', ''],
      ['refund === BigInt(call.from)', 'true'],
      ['input === BigInt(token)', 'true'],
      ['output >> 160n', 'false'],
      ['(amount * multiplier) / one', 'given'],
      ['amount === call.value ?', 'true ?'],
      ['legOf(last, 1n).token === legOf(token, 1n).token', 'true'],
    ],
  },
  {
    file: `${swap}/shapes/oneInch.ts`,
    tests: [reading, checking],
    changes: [
      ['flags !== 0n || ', ''],
      ['(isNative(token) && most !== call.value)', 'false'],
    ],
  },
  {
    file: `${swap}/shapes/v2.ts`,
    tests: [reading, checking],
    changes: [
      ['[most, least, path, to, deadline]', '[least, most, path, to, deadline]'],
      ['[least, most, path, to, deadline]', '[most, least, path, to, deadline]'],
      ['path.length < 2', 'false'],
    ],
  },
  {
    file: `${swap}/shapes/universal.ts`,
    tests: [`${approve}/effects/decodeSwap.test.ts`, reading],
    changes: [
      ['steps.length !== 2 + inputs.length * 2', 'false'],
      ['BigInt(read.to) !== sender && BigInt(read.to) !== BigInt(call.from)', 'false'],
      ['isOut && isV3 ? [last, first]', 'false ? [last, first]'],
      ['isOut ? [other, one]', 'false ? [other, one]'],
      ['BigInt(read[0]) === itself ? {} : undefined', '{}'],
    ],
  },
  {
    file: `${swap}/wrapSwap.ts`,
    tests: [`${swap}/knownSwapContracts.test.ts`],
    changes: [
      ['if (ours.length > 0) return ours', ''],
      ["&& each.shape === 'wrapped'", ''],
      ['most.value <= 0n', 'false'],
    ],
  },
  {
    file: `${approve}/swapBatch.ts`,
    tests: [`${approve}/hostileContracts.test.ts`],
    changes: [
      ['before.at(-1) === pays.amount', '(before.at(-1) ?? 0n) >= pays.amount'],
      ['every(amount => amount === 0n)', 'every(() => true)'],
      ["!== 'paid'", "=== 'unseen'"],
      ['&& isSame(effect.spender, swap.by)', ''],
      ['isSame(effect.token, token) && ', ''],
      ['grant.isMore || grant.amount === undefined || ', ''],
      ['grant.amount > taken', 'false'],
    ],
  },
]
