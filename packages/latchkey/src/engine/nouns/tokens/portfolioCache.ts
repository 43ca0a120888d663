/** What accounts held when they were last looked at, for when it cannot be read (SPEC §3 "Stored keys", F20). */
import * as v from 'valibot'
import { type TokenBalance, tokenBalanceSchema } from '../../../contract/balance.ts'
import type { Spelling } from '../../../contract/namespaceFacts.ts'
import type { Network } from '../../../contract/network.ts'
import type { KeyStore } from '../../base/storage.ts'
import type { StoredKey } from '../../base/stored.ts'
import { readBalances } from './readTokens.ts'
import type { Portfolio } from './tokens.ts'
import { toPortfolio, toTokenBalance } from './toPortfolio.ts'

/** How many accounts are remembered, and how many of the most valuable tokens of each. */
const mostAccounts = 5
const mostTokens = 100

const storedSchema = v.record(
  v.string(),
  v.object({
    at: v.pipe(v.number(), v.finite()),
    currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
    tokens: v.pipe(v.array(tokenBalanceSchema), v.maxLength(mostTokens)),
  }),
)

type Stored = v.InferOutput<typeof storedSchema>

const portfolioKey: StoredKey<Stored> = {
  name: 'portfolio',
  version: 1,
  // Older holdings would mislead more than they help.
  lifetime: 604_800_000,
  parse(data) {
    const parsed = v.safeParse(storedSchema, data)
    return parsed.success ? parsed.output : undefined
  },
}

/** What an account held, by its CAIP-10 address; not older than a week. */
export async function recallPortfolio(
  storage: KeyStore,
  caip10: string,
  network: Network,
  spelling: Spelling,
): Promise<Portfolio | undefined> {
  const all = await storage.read(portfolioKey)
  const one = all && Object.hasOwn(all, caip10) ? all[caip10] : undefined
  return one && toPortfolio(readBalances(one.tokens, network, spelling), one.currency, one.at)
}

/** Keeps what an account holds, and the newest of the others. */
export async function keepPortfolio(storage: KeyStore, caip10: string, portfolio: Portfolio): Promise<void> {
  const { [caip10]: _before, ...others } = (await storage.read(portfolioKey)) ?? {}
  const newest = Object.entries(others).sort(([, a], [, b]) => b.at - a.at)
  const { at, currency } = portfolio
  const tokens: TokenBalance[] = portfolio.tokens.slice(0, mostTokens).map(toTokenBalance)
  await storage.write(
    portfolioKey,
    Object.fromEntries([[caip10, { at, currency, tokens }], ...newest.slice(0, mostAccounts - 1)]),
  )
}
