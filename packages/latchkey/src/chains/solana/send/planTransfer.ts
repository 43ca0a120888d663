/** What a transfer is made of on the chain as it is now: its instructions, what it costs, and what speaks against it. */
import type { RpcRequest } from '../../../contract/adapter.ts'
import { addressOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Transfer, TransferNote, TransferRefusal } from '../../../contract/send.ts'
import { isSolanaAddress } from '../solanaAddress.ts'
import { type Holding, readHoldings, takeFrom } from './holdings.ts'
import {
  addMemo,
  type Instruction,
  openTokenAccount,
  transferLamports,
  transferTokens,
} from './instructions.ts'
import { type Mint, readMint, readTokenAccount, type TokenAccount, transferFeeOf } from './mint.ts'
import { type NodeAccount, readAccounts, readEpoch, readMinimum } from './nodeAnswers.ts'
import { programs } from './programs.ts'
import { referenceKey } from './referenceKey.ts'
import { isOnCurve, tokenAddress } from './tokenAddress.ts'

export interface Plan {
  readonly from: string
  /** Lamports of the sender. */
  readonly lamports: bigint
  /** Lamports that an account without data must hold. */
  readonly minimum: bigint
  /** Whether the receiver's account is there. */
  readonly isThere: boolean
  readonly notes: readonly TransferNote[]
  readonly refusal?: TransferRefusal | undefined
  /** Absent for SOL. */
  readonly token?: {
    readonly mint: Mint
    readonly holdings: readonly Holding[]
    /** What leaves which holding, and what the token keeps back of it. */
    readonly parts: readonly {
      readonly holding: Holding
      readonly amount: bigint
      readonly fee: bigint | undefined
    }[]
    readonly fee: bigint | undefined
    /** Lamports for the account that it opens for the receiver. */
    readonly deposit: bigint
  }
  /** Without the price of the transaction. `amount` is for SOL alone: all of it is known only with the fee. */
  instructions(amount: bigint): readonly Instruction[]
}

/** The memo for a receiver that demands one with every transfer. */
const memoText = 'Transfer'

/**
 * Reads the chain for a transfer. Addresses are checked once more: after this they are money.
 * @throws LatchkeyError RECEIVER_INVALID, TOKEN_REQUIRED, INVALID_AMOUNT, SEND_INCOMPLETE without a sender, UNKNOWN for answers that make
 * no sense, what `rpc` throws.
 */
export async function planTransfer(rpc: RpcRequest, transfer: Transfer, signal?: AbortSignal): Promise<Plan> {
  const { to, asset, amount } = transfer
  const from = addressOf(transfer.from)
  if (!isSolanaAddress(from)) throw createError('SEND_INCOMPLETE')
  if (!isSolanaAddress(to)) throw createError('RECEIVER_INVALID')
  if (amount.value < 0n || amount.value >> 64n)
    throw createError('INVALID_AMOUNT', { context: { value: String(amount.value).slice(0, 100) } })
  if (asset.address === undefined)
    return withReference(await planLamports(rpc, from, to, signal), transfer.reference)
  if (!isSolanaAddress(asset.address)) throw createError('TOKEN_REQUIRED')
  const tokens = { ...transfer, asset: { ...asset, address: asset.address } }
  return withReference(await planTokens(rpc, tokens, from, signal), transfer.reference)
}

/** With a key among the accounts of what moves the money, as Solana Pay has it: nodes find the transaction by it. */
function withReference(plan: Plan, reference: string | undefined): Plan {
  if (reference === undefined) return plan
  const key = { address: referenceKey(reference), signer: false, writable: false }
  return {
    ...plan,
    instructions(amount) {
      const all = plan.instructions(amount)
      return all.map((each, at) =>
        at === all.length - 1 ? { ...each, accounts: [...each.accounts, key] } : each,
      )
    },
  }
}

async function planLamports(
  rpc: RpcRequest,
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<Plan> {
  const [[sender, receiver], minimum] = await Promise.all([
    readAccounts(rpc, [from, to], signal),
    readMinimum(rpc, 0, signal),
  ])
  const judged = judgeReceiver(receiver ?? 'none', to, undefined)
  return {
    from,
    lamports: lamportsOf(sender),
    minimum,
    isThere: lamportsOf(receiver) > 0n,
    ...judged,
    instructions: amount => [transferLamports(from, to, amount)],
  }
}

type TokenTransfer = Transfer & { readonly asset: { readonly address: string } }

async function planTokens(
  rpc: RpcRequest,
  { to, asset, amount }: TokenTransfer,
  from: string,
  signal: AbortSignal | undefined,
): Promise<Plan> {
  const address = asset.address
  const own = [programs.token, programs.token2022].map(program => tokenAddress(to, address, program))
  const [[sender, receiver, mintAccount, ...opened], holdings, minimum, epoch] = await Promise.all([
    readAccounts(rpc, [from, to, address, ...own], signal),
    readHoldings(rpc, from, address, signal),
    readMinimum(rpc, 0, signal),
    readEpoch(rpc, 'confirmed', signal),
  ])
  const base = { from, lamports: lamportsOf(sender), minimum }
  const mint = mintAccount === undefined || mintAccount === 'none' ? undefined : readMint(mintAccount)
  if (!mint || mint.decimals !== asset.decimals)
    return {
      ...base,
      isThere: true,
      notes: [],
      refusal: { kind: 'tokenDiffers' },
      instructions: () => [],
    }
  const at = mint.program === programs.token ? 0 : 1
  const judged = judgeReceiver(receiver ?? 'none', to, address)
  const isDirect = judged.notes.some(({ kind }) => kind === 'tokenAccount')
  const destination = isDirect ? to : (own[at] ?? '')
  const stored = isDirect ? receiver : opened[at]
  const target = stored === undefined || stored === 'none' ? undefined : readTokenAccount(stored)
  const opens = !isDirect && !target
  const deposit = opens ? await readMinimum(rpc, mint.accountSize, signal) : 0n
  // Lamports that the address holds already pay a part of it.
  const paid = opens && stored !== undefined && stored !== 'none' ? stored.lamports : 0n
  const usable = holdings.filter(each => each.program === mint.program && !each.frozen && each.amount > 0n)
  const parts = takeFrom(usable, amount.value).map(part => ({
    ...part,
    fee: transferFeeOf(mint, part.amount, epoch.epoch),
  }))
  const memo = target?.memoRequired ? [addMemo(memoText)] : []
  const moves = parts.flatMap(part => [
    ...memo,
    transferTokens({
      program: mint.program,
      mint: address,
      source: part.holding.address,
      destination,
      owner: from,
      amount: part.amount,
      decimals: mint.decimals,
      fee: part.fee,
    }),
  ])
  const open = { payer: from, account: destination, owner: to, mint: address, program: mint.program }
  return {
    ...base,
    isThere: true,
    notes: [
      ...judged.notes,
      ...(target?.memoRequired ? [{ kind: 'memo', text: memoText } as const] : []),
      ...(mint.delegate ? [{ kind: 'issuerMoves' } as const] : []),
    ],
    refusal: judged.refusal ?? refusalOf(mint, holdings, target, amount.value),
    token: {
      mint,
      holdings,
      parts,
      fee: mint.fee && parts.reduce((sum, { fee = 0n }) => sum + fee, 0n),
      deposit: deposit > paid ? deposit - paid : 0n,
    },
    instructions: () => [...(opens ? [openTokenAccount(open)] : []), ...moves],
  }
}

function refusalOf(
  mint: Mint,
  holdings: readonly Holding[],
  target: TokenAccount | undefined,
  amount: bigint,
): TransferRefusal | undefined {
  if (mint.nonTransferable) return { kind: 'nonTransferable' }
  if (mint.paused) return { kind: 'paused' }
  if (mint.hook) return { kind: 'unsupportedToken' }
  if (target?.frozen) return { kind: 'receiverFrozen' }
  const held = (frozen: boolean) =>
    holdings.reduce((sum, each) => sum + (each.frozen === frozen ? each.amount : 0n), 0n)
  return held(false) < amount && held(true) > 0n ? { kind: 'frozen' } : undefined
}

/** What the account at a receiver's address says: `mint` is the token that is sent to it, absent for SOL. */
function judgeReceiver(
  account: NodeAccount | 'none',
  address: string,
  mint: string | undefined,
): Pick<Plan, 'notes' | 'refusal'> {
  const program = isOnCurve(address) ? [] : [{ kind: 'program' } as const]
  if (account === 'none') return { notes: program }
  if (readMint(account)) return { notes: [], refusal: { kind: 'receiverIsToken' } }
  const held = readTokenAccount(account)
  if (held)
    return held.mint === mint
      ? { notes: [{ kind: 'tokenAccount' }] }
      : { notes: [], refusal: { kind: 'receiverHoldsOther' } }
  if (account.executable) return { notes: [], refusal: { kind: 'receiverRuns' } }
  return { notes: account.owner === programs.system ? program : [{ kind: 'program' }] }
}

function lamportsOf(account: NodeAccount | 'none' | undefined): bigint {
  return account === undefined || account === 'none' ? 0n : account.lamports
}
