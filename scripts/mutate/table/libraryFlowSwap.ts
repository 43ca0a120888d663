import type { FileMutants } from '../mutant.ts'

const swap = 'packages/latchkey/src/engine/flows/swap'
const noun = 'packages/latchkey/src/engine/nouns/swaps'
const review = `${swap}/createSwapReview.test.ts`
const flow = `${swap}/createSwapFlow.test.ts`

export const libraryFlowSwap: readonly FileMutants[] = [
  {
    file: `${noun}/isWorse.ts`,
    tests: [`${noun}/leastOf.test.ts`],
    changes: [
      ['now.spender !== shown.spender || ', ''],
      ['shown.in.value * (20_000n - half)', 'shown.in.value * (10_000n - half)'],
      ['shown.out.value * (20_000n + half)', 'shown.out.value * (20_000n - half)'],
    ],
  },
  {
    file: `${noun}/toSwapQuote.ts`,
    tests: [flow],
    changes: [
      ['least >= leastOf(into, slippageBps)', 'true'],
      ['wire.exact !== exact || ', ''],
      ['|| !isToken(wire.toAccount, buy)', ''],
      ['out === amount && most === out', 'most === out'],
    ],
  },
  {
    file: `${noun}/planSwap.ts`,
    tests: [review],
    changes: [
      ['swapping.check(built, terms, contracts)\n', '\n'],
      ["if (!isSameId(tx.from, addressOf(from), addresses)) throw unsafe('from')", ''],
      ['|| quote.provider !== shown.provider', ''],
      ['allowed > 0n && isReset', 'isReset && false'],
    ],
  },
  {
    file: `${swap}/submitSwap.ts`,
    tests: [review],
    changes: [["        'swap',\n", '']],
  },
  {
    file: `${noun}/takeSteps.ts`,
    tests: [review],
    changes: [
      ['allowed < terms.most.value', 'false'],
      ['...(revoke ? [revoke] : [])', ''],
    ],
  },
  {
    file: `${swap}/createSwapReview.ts`,
    tests: [review],
    changes: [
      ['if (isSteep && now - pressedAt < deliberate) return', ''],
      ['if (clock.now() - before.at < planLife) return before', 'return before'],
      [
        'if (isLess(review.quote, made.quote, made.asked.slippageBps)) return back(review.id, review.quote, made)',
        '',
      ],
      ['if (isForm(form)) flow.reset()', ''],
    ],
  },
  {
    file: `${swap}/swapTodo.ts`,
    tests: [`${swap}/swapTodo.test.ts`],
    changes: [
      ["if (isMore(chosen.most)) return 'funds'", ''],
      ['(isNative ? most.value : 0n)', '0n'],
      ['> options.impactLimit', '>= options.impactLimit'],
      ["if (sell.key === buy.key) return 'same'", ''],
    ],
  },
  {
    file: `${noun}/judgePlan.ts`,
    tests: [review],
    changes: [
      ["if ((quote.priceImpact ?? 0) > limit) return { failure: 'price' }", ''],
      ["if (simulation.at === 'fails') {", 'if (simulation.at === undefined) {'],
    ],
  },
  {
    file: `${noun}/createContracts.ts`,
    tests: [`${noun}/createContracts.test.ts`],
    changes: [
      ['await verifyContracts(ctx, answer, { keys: trustedKeys(ctx.config), now: ctx.clock.now() })', ''],
      ['due = Math.min(due, answer.head.expires)', ''],
      ['network === caipNetworkId', 'true'],
      ['verified && ctx.clock.now() < verified.until ? verified.contracts', 'verified ? verified.contracts'],
      ["if (!isLatchkeyError(cause, 'APKT003'))", 'if (cause)'],
    ],
  },
  {
    file: `${noun}/createAllowances.ts`,
    tests: [review],
    changes: [
      ['value > 0n ?', 'value >= 0n ?'],
      ['if (network.caipNetworkId !== caipNetworkId)', 'if (caipNetworkId === undefined)'],
      ['from === owner && ', ''],
      ["entry.kind === 'approval' && entry.status !== 'rejected'", "entry.kind === 'approval'"],
      ['spender, amount: 0n })', 'spender, amount: 1n })'],
    ],
  },
]
