import { fieldOf } from 'latchkey/evmcodec'
import { tokenKey } from '../../approve/moneyWords.ts'
import { base64 } from '../../keys/bytes.ts'
import type { ApprovalRequest, SolanaTransactionAsked, TokenHolder, TokenWords } from '../approval.ts'
import type { ApprovedWork } from '../createApprovals.ts'
import type { ProviderDeps } from '../deps.ts'
import { keptSolanaReceivers } from '../kept.ts'
import { listedWords } from '../listedWords.ts'
import { watchPrices } from '../watchPrices.ts'
import { readAccounts, type SeenAccount, wholeNumber } from './readAccounts.ts'
import { simulateSolana } from './simulateSolana.ts'
import { toMintDecimals, toTokenAccount } from './tokenAccount.ts'
import { parseWire } from './wire.ts'

/** Lamports have nine decimals. */
const decimals = 9
/** Accounts that nodes are asked for at once. */
const mostAccounts = 100

/** Asks the nodes what an approval of the Solana account would take and move, and whose the accounts of tokens are. */
export async function prepareSolana(
  deps: Pick<ProviderDeps, 'nodes' | 'store' | 'contracts' | 'prices'> & Partial<Pick<ProviderDeps, 'clock'>>,
  request: ApprovalRequest,
  update: ApprovedWork['update'],
  signal: AbortSignal,
): Promise<void> {
  if (request.is !== 'solanaTransactions') return
  const { account, chainId, transactions } = request
  const nodes = deps.nodes(chainId)
  const listed = listedWords(chainId, deps.contracts)
  const { prices, clock } = deps
  // A price is late at most, and holds nothing up.
  const want = prices && clock && watchPrices({ prices, clock }, chainId, update, signal)
  want?.([''])
  let tokens: Record<string, TokenWords> = {}
  const touched = [...new Set(transactions.flatMap(({ touched = [] }) => touched))].slice(0, mostAccounts)
  const [, fee, before] = await Promise.all([
    deps.store.read(keptSolanaReceivers).then(known => update({ known: [...(known ?? []), account] })),
    readFee(),
    readAccounts(nodes, touched, signal),
  ])
  const holders = holdersOf(touched, before)
  update({ holders, ...(fee !== undefined && { fee: { value: fee, decimals } }) })
  await Promise.all([describe(Object.values(holders).map(({ mint }) => mint)), simulate()])

  /** What the account itself pays; others pay for their own. */
  async function readFee(): Promise<bigint | undefined> {
    const own = transactions.filter(({ payer }) => payer === account)
    const fees = await Promise.all(own.map(feeOf))
    return fees.reduce<bigint | undefined>(
      (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
      0n,
    )
  }

  async function feeOf({ wire }: SolanaTransactionAsked): Promise<bigint | undefined> {
    const message = parseWire(wire)?.message.bytes
    if (!message) return undefined
    const asked = [base64(message), { commitment: 'processed' }]
    const answer = await nodes('getFeeForMessage', asked, signal).catch(() => undefined)
    return wholeNumber(fieldOf(answer, 'value'))
  }

  /** Several depend on each other, which no node is asked about. */
  async function simulate(): Promise<void> {
    const [only, ...more] = transactions
    if (!only || more.length > 0) return
    const paid = only.payer === account ? fee : 0n
    const foreseen = await simulateSolana(
      nodes,
      { account, wire: only.wire, touched: only.touched, before, paid },
      signal,
    )
    const { simulation, deposits } = foreseen
    const moved = simulation.at === 'works' ? (simulation.changes ?? []) : []
    await describe(moved.flatMap(({ asset }) => asset.address ?? []))
    update({ simulation, deposits: withoutTransfers(deposits, only) })
  }

  /** Names tokens: by a list, else by the decimals that their own mints state. */
  async function describe(mints: readonly string[]): Promise<void> {
    const told = transactions.flatMap(({ effects }) =>
      effects.flatMap(effect => ('mint' in effect && effect.mint ? [effect.mint] : [])),
    )
    const wanted = [...new Set([...mints, ...told])].slice(0, mostAccounts)
    const unlisted = wanted.filter(mint => !listed.has(tokenKey(mint)))
    want?.(wanted.filter(mint => listed.has(tokenKey(mint))))
    const accounts = await readAccounts(nodes, unlisted, signal)
    const words = wanted.map(mint => {
      const size = toMintDecimals(accounts?.[unlisted.indexOf(mint)])
      return [tokenKey(mint), listed.get(tokenKey(mint)) ?? (size === undefined ? {} : { decimals: size })]
    })
    tokens = { ...tokens, ...Object.fromEntries(words) }
    update({ tokens })
  }
}

/** A transfer to a new account is an effect of its own, not a part of the deposit. */
function withoutTransfers(
  deposits: Readonly<Record<string, bigint>>,
  { effects }: SolanaTransactionAsked,
): Readonly<Record<string, bigint>> {
  const left = { ...deposits }
  for (const effect of effects)
    if (effect.is === 'transfer' && left[effect.to] !== undefined)
      left[effect.to] = (left[effect.to] ?? 0n) - effect.amount
  return Object.fromEntries(Object.entries(left).filter(([, amount]) => amount > 0n))
}

function holdersOf(
  addresses: readonly string[],
  accounts: readonly (SeenAccount | null)[] | undefined,
): Readonly<Record<string, TokenHolder>> {
  return Object.fromEntries(
    addresses.flatMap((address, at) => {
      const held = toTokenAccount(accounts?.[at])
      return held ? [[address, { owner: held.owner, mint: held.mint }]] : []
    }),
  )
}
