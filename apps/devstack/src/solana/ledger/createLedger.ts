import { randomBytes } from 'node:crypto'
import type { Address, Blockhash, EncodedAccount, MaybeEncodedAccount } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { memoProgram } from '../parse/tokenPrograms.ts'
import { type Balances, createHistory, type Entry, type History } from './createHistory.ts'
import { isNonceOf } from './isNonceOf.ts'
import { type LoadedAddresses, loadAddresses } from './loadAddresses.ts'
import { readFailure } from './readFailure.ts'
import { noRun, type RunDescription, readRun } from './readRun.ts'
import type { ReadMessage, ReadTransaction } from './readTransaction.ts'
import {
  blockhashLife,
  blockhashOf,
  type Commitment,
  commitmentLag,
  genesisSlot,
  heightOf,
  type SlotOrigin,
  slotAt,
  slotsPerEpoch,
  timeOf,
} from './slotClock.ts'
import { tokenBalances } from './tokenBalances.ts'
import type { TransactionError } from './transactionError.ts'

/** What a run did, or would have done. */
export interface Run extends RunDescription, Balances {
  readonly err: TransactionError | null
  readonly keys: readonly Address[]
  readonly loaded: LoadedAddresses
  /** An account after the run. */
  readonly after: (address: Address) => MaybeEncodedAccount
}

/** What a ledger needs to go on where another one ended. */
export interface LedgerState {
  readonly vm: Uint8Array
  readonly secret: Uint8Array
  readonly origin: SlotOrigin
  readonly entries: readonly Entry[]
}

export interface Lifetime {
  readonly blockhash: Blockhash
  readonly lastValidBlockHeight: bigint
}

/** A chain of one: Agave's VM, and the slots, blockhashes and history that a cluster adds to it. */
export interface Ledger {
  /** The newest slot. It changes by `tick` and `advance` alone. */
  slot(): bigint
  timeOf(slot: bigint): bigint
  getAccount(address: Address): MaybeEncodedAccount
  getProgramAccounts(program: Address): EncodedAccount[]
  /** Puts an account there against all rules, as a genesis does. */
  setAccount(account: EncodedAccount): void
  rentFor(bytes: bigint): bigint
  lifetime(commitment: Commitment): Lifetime
  /** How long a blockhash may still be used; undefined for one that may not. */
  lifetimeOf(blockhash: string): Lifetime | undefined
  /** Runs a transaction and puts it into the open block, unless it pays no fee. */
  send(transaction: ReadTransaction): Run
  /** Runs a transaction and undoes it. */
  simulate(transaction: ReadTransaction, options: SimulateOptions): Run
  readonly history: Pick<History, 'get' | 'of' | 'size'>
  /** Moves the slot to the one of this moment. */
  tick(): void
  /** Moves time on by some slots, so that a test need not wait. */
  advance(slots: number): void
  /** Calls back for each new slot, and for each transaction that is put into a block. */
  listen(listener: LedgerListener): () => void
  save(): LedgerState
}

export interface SimulateOptions {
  readonly sigVerify: boolean
  readonly checkBlockhash: boolean
}

export interface LedgerListener {
  slot?(slot: bigint): void
  entry?(entry: Entry): void
}

/** Makes a chain, new or from a saved state. `now` is in milliseconds since 1970, `slotTime` in milliseconds. */
export function createLedger(options: {
  readonly now: () => number
  readonly slotTime: number
  readonly state?: LedgerState | undefined
}): Ledger {
  const { now, slotTime, state } = options
  const vm = state ? LiteSVM.fromBytes(state.vm) : createVm()
  const secret = state?.secret ?? randomBytes(32)
  const history = createHistory(state?.entries)
  const first = state ? slotAt(state.origin, now()) : genesisSlot
  // The slot of a saved state is never gone back behind, even if the system's clock was.
  const newest = state?.entries.at(-1)?.slot ?? genesisSlot
  let slot = first > newest ? first : newest
  let origin: SlotOrigin = { slot, time: now(), slotTime }
  let vmSlot: bigint | undefined
  const listeners = new Set<LedgerListener>()
  const hashes = new Map<bigint, Blockhash>()

  /** The VM's clock, its newest blockhash and the sysvar of slot hashes follow only when a transaction may see them. */
  function syncVm(): void {
    if (vmSlot === slot) return
    vmSlot = slot
    vm.expireBlockhash()
    const clock = vm.getClock()
    clock.slot = slot
    clock.epoch = slot / slotsPerEpoch
    clock.leaderScheduleEpoch = clock.epoch + 1n
    clock.epochStartTimestamp = timeOf(origin, clock.epoch * slotsPerEpoch)
    clock.unixTimestamp = timeOf(origin, slot)
    vm.setClock(clock)
    const blocks = Array.from({ length: Number(blockhashLife) }, (_, index) => slot - 1n - BigInt(index))
    vm.setSlotHashes(blocks.map(block => ({ slot: block, hash: hashOf(block) })))
  }

  function hashOf(block: bigint): Blockhash {
    const known = hashes.get(block)
    if (known !== undefined) return known
    if (hashes.size > 4 * Number(blockhashLife)) hashes.clear()
    const hash = blockhashOf(secret, block)
    hashes.set(block, hash)
    return hash
  }

  function lifetimeFrom(block: bigint): Lifetime {
    return {
      blockhash: hashOf(block),
      lastValidBlockHeight: heightOf(block) + blockhashLife,
    }
  }

  function lifetimeOf(blockhash: string): Lifetime | undefined {
    for (let block = slot - 1n; block >= slot - blockhashLife; block--)
      if (hashOf(block) === blockhash) return lifetimeFrom(block)
    return undefined
  }

  /** Why a transaction may not run at all. */
  function refuse({ message, signature }: ReadTransaction, checkBlockhash: boolean): string | undefined {
    if (history.get(signature)) return 'AlreadyProcessed'
    if (!checkBlockhash || lifetimeOf(message.blockhash)) return undefined
    return isNonceOf(message, getAccount) ? undefined : 'BlockhashNotFound'
  }

  const getAccount = (address: Address): MaybeEncodedAccount => vm.getAccount(address)
  const lamportsOf = (account: MaybeEncodedAccount): bigint => (account.exists ? account.lamports : 0n)

  function attempt(
    read: ReadTransaction,
    checkBlockhash: boolean,
    execute: () => { err: TransactionError | null; description: RunDescription; after: Run['after'] },
  ): Run {
    syncVm()
    const loaded = loadAddresses(read.message, getAccount)
    const found = typeof loaded === 'string' ? { writable: [], readonly: [] } : loaded
    const keys = [...read.message.keys, ...found.writable, ...found.readonly]
    const preBalances = keys.map(key => lamportsOf(getAccount(key)))
    const preTokenBalances = tokenBalances(keys, getAccount)
    const refused = refuse(read, checkBlockhash) ?? (typeof loaded === 'string' ? loaded : undefined)
    const { err, description, after } = refused
      ? { err: refused, description: noRun, after: getAccount }
      : execute()
    return {
      ...description,
      err,
      keys,
      loaded: found,
      after,
      preBalances,
      postBalances: keys.map(key => lamportsOf(after(key))),
      preTokenBalances,
      postTokenBalances: tokenBalances(keys, after),
    }
  }

  function send(read: ReadTransaction): Run {
    const run = attempt(read, true, () => {
      const result = vm.sendTransaction(read.transaction)
      if (!(result instanceof FailedTransactionMetadata))
        return { err: null, description: readRun(result), after: getAccount }
      return { ...readFailure(result), after: getAccount }
    })
    // One that pays no fee is in no block.
    if (run.fee === 0n) return run
    const { after: _, ...kept } = run
    const entry: Entry = {
      ...kept,
      signature: read.signature,
      slot,
      blockTime: timeOf(origin, slot),
      wire: Buffer.from(read.wire).toString('base64'),
      memo: readMemo(read.message),
    }
    history.add(entry)
    for (const listener of [...listeners]) listener.entry?.(entry)
    return run
  }

  function simulate(read: ReadTransaction, { sigVerify, checkBlockhash }: SimulateOptions): Run {
    return attempt(read, checkBlockhash, () => {
      vm.withSigverify(sigVerify)
      try {
        const result = vm.simulateTransaction(read.transaction)
        if (result instanceof FailedTransactionMetadata) {
          const failure = readFailure(result)
          const { fee } = failure.description
          const [payer] = read.message.keys
          const after = (address: Address): MaybeEncodedAccount => {
            const account = getAccount(address)
            return account.exists && address === payer
              ? ({ ...account, lamports: account.lamports - fee } as MaybeEncodedAccount)
              : account
          }
          return { ...failure, after }
        }
        const changed = new Map(result.postAccounts().map(account => [account.address, account]))
        const after = (address: Address): MaybeEncodedAccount => {
          const account = changed.get(address)
          if (!account) return getAccount(address)
          return account.lamports === 0n
            ? { exists: false, address }
            : ({ exists: true, ...account } as MaybeEncodedAccount)
        }
        return { err: null, description: readRun(result.meta()), after }
      } finally {
        vm.withSigverify(true)
      }
    })
  }

  function moveTo(target: bigint): void {
    if (target <= slot) return
    slot = target
    for (const listener of [...listeners]) listener.slot?.(slot)
  }

  return {
    slot: () => slot,
    timeOf: each => timeOf(origin, each),
    getAccount,
    getProgramAccounts: program => vm.getProgramAccounts(program),
    setAccount: account => vm.setAccount(account),
    rentFor: bytes => vm.minimumBalanceForRentExemption(bytes),
    // The open block has no hash yet: the newest one is that of the block before.
    lifetime: commitment => lifetimeFrom(slot - (commitmentLag[commitment] || 1n)),
    lifetimeOf,
    send,
    simulate,
    history,
    tick: () => moveTo(slotAt(origin, now())),
    advance(slots) {
      const target = slot + BigInt(slots)
      origin = { ...origin, slot: target, time: now() }
      moveTo(target)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    save: () => ({ vm: vm.toBytes(), secret, origin, entries: history.all() }),
  }
}

function createVm(): LiteSVM {
  // Blockhashes, and which signature was seen before, are the ledger's: it has a window of blocks and keeps all signatures.
  return new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n).withNativeMints()
}

function readMemo({ instructions, keys }: ReadMessage): string | null {
  const memos = instructions
    .filter(({ program }) => keys[program] === memoProgram)
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`)
  return memos.length === 0 ? null : memos.join('; ')
}
