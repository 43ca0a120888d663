import { solanaTransaction } from '../solanaTransaction.fixture.ts'
import { type FakeVendor, startVendor, type VendorAnswer } from '../startVendor.fixture.ts'

const aggregator = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** How a fake Jupiter answers. */
export interface JupiterTricks {
  /** An order, before it is sent. */
  readonly change?: (order: FakeOrder) => unknown
  readonly instead?: VendorAnswer
}

/** One of `inputMint` buys two of `outputMint`, less 10 bps for Jupiter. */
export function startJupiter(tricks: JupiterTricks = {}): Promise<FakeVendor> {
  return startVendor(({ path, query, headers }) => {
    if (tricks.instead !== undefined) return tricks.instead
    if (headers['x-api-key'] === undefined) return { json: { message: 'Unauthorized' }, status: 401 }
    if (path !== '/order') return { json: { error: 'Not found' }, status: 404 }
    const order = orderOf(query)
    return { json: tricks.change?.(order) ?? order }
  })
}

/** An order in the documented shape of Swap v2. */
export type FakeOrder = ReturnType<typeof orderOf>

function orderOf(query: Readonly<Record<string, string>>) {
  const { inputMint = '', outputMint = '', amount = '0', slippageBps = '50', taker } = query
  const outAmount = (BigInt(amount) * 2n * 9_990n) / 10_000n
  return {
    mode: 'manual',
    inputMint,
    outputMint,
    inAmount: amount,
    outAmount: String(outAmount),
    inUsdValue: 17.13,
    outUsdValue: 17.06,
    priceImpact: -0.01,
    swapUsdValue: 17.06,
    otherAmountThreshold: String((outAmount * BigInt(10_000 - Number(slippageBps))) / 10_000n),
    swapMode: 'ExactIn',
    slippageBps: Number(slippageBps),
    priceImpactPct: '-0.0001',
    routePlan: [
      {
        swapInfo: {
          ammKey: 'HXpGFJGCEEFdV31tDmjDBaJMEB1fKLiAoKoWr3Fnonid',
          label: 'Meteora DLMM',
          inputMint,
          outputMint,
          inAmount: amount,
          outAmount: String(outAmount),
        },
        percent: 100,
        bps: 10_000,
        usdValue: 17.06,
      },
    ],
    feeMint: outputMint,
    feeBps: 10,
    platformFee: { amount: '2000', feeBps: 10, feeMint: outputMint },
    signatureFeeLamports: 5_000,
    prioritizationFeeLamports: 254_600,
    rentFeeLamports: 0,
    swapType: 'aggregator',
    router: 'iris',
    transaction:
      taker === undefined ? null : solanaTransaction({ payer: taker, programs: [compute, aggregator] }),
    lastValidBlockHeight: '384123456',
    gasless: false,
    requestId: '0199f3a0-0000-7000-8000-000000000000',
    totalTime: 412,
    taker: taker ?? null,
  }
}

const compute = 'ComputeBudget111111111111111111111111111111'
