import { createHash } from 'node:crypto'
import { bcs } from '@mysten/sui/bcs'
import { TransactionDataBuilder } from '@mysten/sui/transactions'
import { toBase58 } from '@mysten/sui/utils'
import { isValidTransactionSignature } from '@mysten/sui/verify'
import { readTransfers, type SuiTransfer } from './readTransfers.ts'
import { SuiFault } from './suiFault.ts'

/** MIST for a unit of gas; no transaction may offer less. */
export const referenceGasPrice = 1_000n
/** Units of gas of every transfer. */
const gasUnits = 1_000n
const mostSuiCoins = 10_000

/** A coin of SUI as the table has it. */
export interface SuiCoin {
  readonly id: string
  readonly owner: string
  readonly version: bigint
  /** Base58 of 32 bytes, another one at each version. */
  readonly digest: string
  /** MIST. */
  readonly balance: bigint
}

/** What became of a transaction. */
export interface ExecutedTransaction {
  readonly digest: string
  readonly bytes: Uint8Array
  readonly signatures: readonly string[]
  /** The reason where it failed on the chain, having paid for its gas. */
  readonly failure: string | undefined
  readonly effects: Uint8Array
  readonly changes: readonly { readonly address: string; readonly amount: bigint }[]
  readonly checkpoint: number
  /** Milliseconds since 1970. */
  readonly timestamp: number
}

/** The coins of a chain, and the transactions that moved them. */
export interface SuiLedger {
  /** Base58; another one with each start. */
  readonly genesis: string
  coins(owner: string): readonly SuiCoin[]
  transaction(digest: string): ExecutedTransaction | undefined
  checkpoint(): number
  /** Makes a coin. */
  mint(owner: string, balance: bigint): SuiCoin
  /**
   * Checks signatures and coins and executes; a transaction that was executed is answered again.
   * @throws SuiFault for a transaction that is refused: nothing has changed then.
   */
  execute(bytes: Uint8Array, signatures: readonly string[]): Promise<ExecutedTransaction>
}

/** Makes a chain without coins. `now` is in milliseconds since 1970. */
export function createSuiLedger(now: () => number = Date.now): SuiLedger {
  const coins = new Map<string, SuiCoin>()
  const executed = new Map<string, ExecutedTransaction>()
  const genesis = hashOf(`hazel ${now()} ${crypto.randomUUID()}`)
  let minted = 0

  const put = (coin: Omit<SuiCoin, 'digest'>): SuiCoin => {
    if (coins.size >= mostSuiCoins && !coins.has(coin.id)) throw new SuiFault('Hazel holds no more coins')
    const whole = { ...coin, digest: hashOf(`${coin.id} ${coin.version} ${coin.balance}`) }
    coins.set(coin.id, whole)
    return whole
  }
  const idOf = (seed: string) => `0x${createHash('sha256').update(seed).digest('hex')}`

  /** The coins that pay, each as the table has it now. */
  function payment(
    owner: string,
    refs: readonly { objectId: string; version: string; digest: string }[],
  ): SuiCoin[] {
    if (refs.length === 0) throw new SuiFault('No gas payment: Hazel selects no coins')
    return refs.map(({ objectId, version, digest }, at) => {
      const coin = coins.get(objectId)
      if (!coin || coin.owner !== owner)
        throw new SuiFault(`Object ${objectId} is not a coin of the gas owner`)
      if (coin.version !== BigInt(version) || coin.digest !== digest)
        throw new SuiFault(
          `Object ${objectId} version ${version} is unavailable for consumption, current version: ${coin.version}`,
        )
      if (refs.findIndex(each => each.objectId === objectId) !== at) throw new SuiFault('A coin pays twice')
      return coin
    })
  }

  async function execute(bytes: Uint8Array, signatures: readonly string[]): Promise<ExecutedTransaction> {
    const data = parse(bytes)
    const digest = TransactionDataBuilder.getDigestFromBytes(bytes)
    const { sender, gasData, kind } = data
    const signers = [...new Set([sender, gasData.owner])]
    if (signatures.length !== signers.length)
      throw new SuiFault(`Expect ${signers.length} signer signatures but got ${signatures.length}`)
    for (const [at, address] of signers.entries())
      if (!(await isValidTransactionSignature(bytes, signatures[at] ?? '', { address })))
        throw new SuiFault(`Invalid user signature: not of ${address}`)
    const known = executed.get(digest)
    if (known) return known

    const price = BigInt(gasData.price)
    const budget = BigInt(gasData.budget)
    if (price < referenceGasPrice)
      throw new SuiFault(`Gas price ${price} is below the reference of ${referenceGasPrice}`)
    const cost = price * gasUnits
    if (budget < cost) throw new SuiFault(`Gas budget ${budget} is below the least, ${cost}`)
    const transfers = readTransfers(kind)
    const paying = payment(gasData.owner, gasData.payment)
    const total = paying.reduce((sum, { balance }) => sum + balance, 0n)
    if (total < budget)
      throw new SuiFault(`Balance of gas object ${total} is lower than the needed amount: ${budget}`)
    const outcome = apply({ digest, owner: gasData.owner, paying, total, cost, transfers })
    const transaction: ExecutedTransaction = {
      digest,
      bytes,
      signatures,
      ...outcome,
      checkpoint: executed.size + 1,
      timestamp: now(),
    }
    executed.set(digest, transaction)
    return transaction
  }

  /** Moves the coins. From here on nothing waits, so that two transactions never see one state. */
  function apply(order: {
    readonly digest: string
    readonly owner: string
    readonly paying: readonly SuiCoin[]
    readonly total: bigint
    readonly cost: bigint
    readonly transfers: readonly SuiTransfer[]
  }): Pick<ExecutedTransaction, 'failure' | 'effects' | 'changes'> {
    const { digest, owner, paying, total, cost, transfers } = order
    const sum = transfers.reduce((all, { amount }) => (amount === 'all' ? all : all + amount), 0n)
    const left = total - cost - sum
    const failure = left < 0n ? 'InsufficientCoinBalance in command 0' : undefined
    const first = paying[0] as SuiCoin
    const version = paying.reduce((most, coin) => (coin.version > most ? coin.version : most), 0n) + 1n
    const changes = new Map<string, bigint>([[owner, -cost]])
    const move = (address: string, amount: bigint) =>
      changes.set(address, (changes.get(address) ?? 0n) + amount)
    const written: (readonly [SuiCoin | undefined, SuiCoin | undefined])[] = []

    for (const coin of paying.slice(1)) {
      coins.delete(coin.id)
      written.push([coin, undefined])
    }
    const whole = failure ? undefined : transfers.find(({ amount }) => amount === 'all')
    const rest = failure ? total - cost : left
    written.unshift([first, put({ id: first.id, owner: whole?.to ?? owner, version, balance: rest })])
    if (whole) {
      move(owner, -rest)
      move(whole.to, rest)
    }
    for (const [at, { to, amount }] of failure ? [] : transfers.entries()) {
      if (amount === 'all') continue
      written.push([undefined, put({ id: idOf(`${digest} ${at}`), owner: to, version, balance: amount })])
      move(owner, -amount)
      move(to, amount)
    }
    const effects = effectsOf({ digest, cost, version, failure, written })
    const moved = [...changes].filter(([, amount]) => amount !== 0n)
    return { failure, effects, changes: moved.map(([address, amount]) => ({ address, amount })) }
  }

  return {
    genesis,
    coins: owner => [...coins.values()].filter(coin => coin.owner === owner),
    transaction: digest => executed.get(digest),
    checkpoint: () => executed.size,
    mint(owner, balance) {
      minted += 1
      return put({ id: idOf(`mint ${minted} ${genesis}`), owner, version: 1n, balance })
    },
    execute,
  }
}

function parse(bytes: Uint8Array) {
  let data: ReturnType<typeof bcs.TransactionData.parse>
  try {
    data = bcs.TransactionData.parse(bytes)
    // Bytes that say the same in another way are another transaction to what signs them.
    const again = bcs.TransactionData.serialize(data).toBytes()
    if (Buffer.compare(again, bytes) !== 0) throw new SuiFault('More bytes than a transaction has')
  } catch (cause) {
    throw new SuiFault('Failed to deserialize TransactionData from bytes', { cause })
  }
  if (!data.V1) throw new SuiFault('Hazel knows version 1 of transactions')
  return data.V1
}

/** The effects in BCS, as clients decode them. */
function effectsOf(order: {
  readonly digest: string
  readonly cost: bigint
  readonly version: bigint
  readonly failure: string | undefined
  readonly written: readonly (readonly [SuiCoin | undefined, SuiCoin | undefined])[]
}): Uint8Array {
  const { digest, cost, version, failure, written } = order
  const ownerOf = ({ owner }: SuiCoin) => ({ AddressOwner: owner })
  return bcs.TransactionEffects.serialize({
    V2: {
      status: failure
        ? { Failure: { error: { InsufficientCoinBalance: true }, command: 0n } }
        : { Success: true },
      executedEpoch: 0n,
      gasUsed: { computationCost: cost, storageCost: 0n, storageRebate: 0n, nonRefundableStorageFee: 0n },
      transactionDigest: digest,
      gasObjectIndex: 0,
      eventsDigest: null,
      dependencies: [],
      lamportVersion: version,
      changedObjects: written.map(([before, after]) => [
        (before ?? after)?.id ?? '',
        {
          inputState: before
            ? { Exist: [[before.version, before.digest], ownerOf(before)] }
            : { NotExist: true },
          outputState: after ? { ObjectWrite: [after.digest, ownerOf(after)] } : { NotExist: true },
          idOperation: before ? (after ? { None: true } : { Deleted: true }) : { Created: true },
        },
      ]),
      unchangedConsensusObjects: [],
      auxDataDigest: null,
    },
  } as Parameters<typeof bcs.TransactionEffects.serialize>[0]).toBytes()
}

function hashOf(text: string): string {
  return toBase58(createHash('sha256').update(text).digest())
}
