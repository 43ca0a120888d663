import type { FileMutants } from '../mutant.ts'

const flows = 'packages/latchkey/src/engine/flows'
const pay = `${flows}/pay`
const flow = `${pay}/createPayFlow.test.ts`
const faults = `${pay}/payFaults.test.ts`
const evm = 'packages/latchkey/src/chains/evm/send'
const orders = 'packages/latchkey/src/engine/nouns/orders'

export const libraryPay: readonly FileMutants[] = [
  {
    file: `${pay}/readPayment.ts`,
    tests: [flow, faults, `${pay}/payChanged.property.test.ts`],
    changes: [
      ["if (termsOf(now) !== termsOf(known)) throw unsafe('changed')", ''],
      ['...[asset, amount, recipient, decimals, symbol]', '...[asset, amount, decimals, symbol]'],
      ['...[asset, amount, recipient, decimals, symbol]', '...[asset, recipient, decimals, symbol]'],
      ["if (told?.decimals !== accepted.decimals) throw unsafe('decimals')", ''],
      ["if (isSameId(receiverOf(accepted), address, spelling)) throw unsafe('recipient')", ''],
    ],
  },
  {
    file: `${pay}/checkPay.ts`,
    tests: [flow, faults],
    changes: [
      ["if (!isHere || !isAddress(address)) throw invalid('recipient')", ''],
      ['if (parseAmount(value, mostDecimals).value > 0n) return value', 'return value'],
    ],
  },
  {
    file: `${pay}/planPayment.ts`,
    tests: [flow, faults],
    changes: [
      ['recipient: receiverOf(accepted) },', 'recipient: addressOf(from) },'],
      ["if (isTaxed(quote)) return 'tax'", ''],
      ['own !== undefined && -own.change > amount.value', 'false'],
      ['const isShort = swap.quote.most.value > options.way.held.value', 'const isShort = false'],
      ['const plan = second && ', 'const plan = false && second && '],
    ],
  },
  {
    file: `${pay}/submitPayment.ts`,
    tests: [flow, faults],
    changes: [
      ["if (entry.status === 'asked') throw createError('SEND_BUSY', { context: { id } })", ''],
      ['if (!free || entry.from !== from)', 'if (!free)'],
      ["return await journal.alone(from, run, 'pay')", 'return await run()'],
    ],
  },
  {
    file: `${evm}/readArrival.ts`,
    tests: [`${evm}/readArrival.test.ts`],
    changes: [
      ['after === undefined || after < before ?', 'after === undefined ?'],
      ['readWord(answer, 2) !== 1n', 'false'],
    ],
  },
  {
    file: `${evm}/quoteTransfer.ts`,
    tests: [`${evm}/readArrival.test.ts`],
    changes: [
      ["loss === 'unknown' && tried.at === 'works'", 'false'],
      ["...(typeof loss === 'object' && { costs: [loss] }),", ''],
    ],
  },
  {
    file: `${pay}/createPayReview.ts`,
    tests: [flow, faults],
    changes: [
      ["if (hasMoved) throw createError('SEND_FAILED', { context: { reason: 'other-account' } })", ''],
      ['if (made.fault || isMarked) return planned', 'if (isMarked) return planned'],
    ],
  },
  {
    file: `${pay}/ownEntry.ts`,
    tests: [flow, faults],
    changes: [
      ['entry.paymentId === payment.id && isOpen(entry)', 'isOpen(entry)'],
      ['entry.recipient === receiverOf(accepted) &&', ''],
    ],
  },
  {
    file: `${pay}/payResult.ts`,
    tests: [flow, faults],
    changes: [['verified: wished !== undefined,', 'verified: true,']],
  },
  {
    file: `${orders}/isOrderUrl.ts`,
    tests: [`${orders}/isOrderUrl.test.ts`],
    changes: [
      ['named.length > 0 && named.every', 'named.some'],
      ['if (!isListed) return false', ''],
      [
        "if (url.protocol === 'http:' && !(options.development && isLoopback(url.hostname))) return false",
        '',
      ],
    ],
  },
  {
    file: `${orders}/createOrders.ts`,
    tests: [`${orders}/createOrders.test.ts`],
    changes: [
      ['order.id === entry.orderId &&', ''],
      ['if (grew <= 0n || grew < least) return', ''],
    ],
  },
  {
    file: `${flows}/exchange/exchangeTodo.ts`,
    tests: [`${flows}/exchange/createExchangeFlow.test.ts`],
    changes: [
      ["value < parseAmount(minimum, scale).value) return 'small'", "false) return 'small'"],
      ["value > parseAmount(maximum, scale).value) return 'large'", "false) return 'large'"],
    ],
  },
  {
    file: `${flows}/onramp/readRamp.ts`,
    tests: [`${flows}/onramp/createRampFlow.test.ts`],
    changes: [['isFor(quote, asked) && quote.expiresAt > now', 'quote.expiresAt > now']],
  },
]
