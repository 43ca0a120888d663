import * as v from 'valibot'
import { ChainUnreadable } from '../chains/chainUnreadable.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import { tooLargeFault } from '../rpc/forwardReads.ts'
import { decodeTokenAccount, tokenAccountHead } from './decodeTokenAccount.ts'
import { accountSchema, commitment, type SvmContext } from './readAccounts.ts'
import { tokenPrograms } from './tokenPrograms.ts'

const method = 'getTokenAccountsByOwner'
/** JSON-RPC's code, which nodes have for a mint without an account. */
const invalidParams = -32_602
const answerSchema = v.object({ value: v.array(v.unknown()) })
const rowSchema = v.object({ account: accountSchema })

/**
 * Adds up what a key owns of each token, over all its accounts of both token programs, by mint; tokens of which it has
 * none are left out. A frozen account counts: its tokens are the owner's. Where an account has more of them than one
 * answer holds, only tokens of `vouched` are read, or none without it.
 * @throws ChainUnreadable rather than to leave out what could not be read (F20).
 */
export async function listTokenAccounts(
  ctx: SvmContext,
  options: { readonly owner: string; readonly vouched?: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  const { owner, vouched } = options
  const amounts = new Map<string, bigint>()
  // Each by itself, as each may be as long as an answer can be.
  const ofPrograms = await Promise.all(tokenPrograms.map(programId => ask(ctx, owner, [{ programId }])))
  for (const [place, [outcome]] of ofPrograms.entries()) {
    const program = tokenPrograms[place] ?? ''
    const outcomes =
      vouched !== undefined && isTooLarge(outcome) ? await askApart(ctx, owner, vouched) : [outcome]
    for (const each of outcomes) add(ctx, amounts, { outcome: each, owner, program })
  }
  return amounts
}

function ask(
  { proxy, chain }: SvmContext,
  owner: string,
  filters: readonly ({ readonly programId: string } | { readonly mint: string })[],
): Promise<readonly (RpcOutcome | undefined)[]> {
  const options = { encoding: 'base64', commitment, dataSlice: { offset: 0, length: tokenAccountHead } }
  return proxy.call(
    chain.id,
    filters.map(filter => ({ method, params: [owner, filter, options] })),
  )
}

async function askApart(
  ctx: SvmContext,
  owner: string,
  mints: readonly string[],
): Promise<readonly (RpcOutcome | undefined)[]> {
  if (mints.length === 0) return []
  const outcomes = await ask(
    ctx,
    owner,
    mints.map(mint => ({ mint })),
  )
  return outcomes.filter(outcome => !isUnknownMint(outcome))
}

function isTooLarge(outcome: RpcOutcome | undefined): boolean {
  return outcome !== undefined && 'error' in outcome && outcome.error === tooLargeFault
}

/** A list may name a mint that the chain has not. */
function isUnknownMint(outcome: RpcOutcome | undefined): boolean {
  return outcome !== undefined && 'error' in outcome && outcome.error.code === invalidParams
}

function add(
  ctx: SvmContext,
  amounts: Map<string, bigint>,
  answer: { readonly outcome: RpcOutcome | undefined; readonly owner: string; readonly program: string },
): void {
  const { outcome, owner, program } = answer
  const rows = v.safeParse(answerSchema, outcome !== undefined && 'result' in outcome ? outcome.result : null)
  if (!rows.success) throw new ChainUnreadable(ctx.chain.id, `${method} was not answered`)
  for (const value of rows.output.value) {
    const row = v.safeParse(rowSchema, value)
    if (!row.success) throw new ChainUnreadable(ctx.chain.id, `${method} was answered with something else`)
    const { account } = row.output
    const held = decodeTokenAccount(Buffer.from(account.data[0], 'base64'))
    // A row of another program, or of another owner, is a node's mistake; it adds nothing to this account.
    if (account.owner !== program || held === undefined || held.owner !== owner || held.amount === 0n)
      continue
    amounts.set(held.mint, (amounts.get(held.mint) ?? 0n) + held.amount)
  }
}
