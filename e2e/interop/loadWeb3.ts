import { peerFolder } from './peerFolder.ts'
import { loadPackage } from './processes/loadPackage.ts'

// web3.js 1.x and spl-token are in the peers' folder alone, so their types are not at hand: what the tests call, written down.

export interface PublicKey {
  toBase58(): string
  equals(other: PublicKey): boolean
}

export interface Keypair {
  readonly publicKey: PublicKey
  readonly secretKey: Uint8Array
}

export interface Lifetime {
  readonly blockhash: string
  readonly lastValidBlockHeight: number
}

interface Context<Value> {
  readonly context: { readonly slot: number }
  readonly value: Value
}

export interface Connection {
  getVersion(): Promise<Record<string, unknown>>
  getGenesisHash(): Promise<string>
  getSlot(): Promise<number>
  getBalance(key: PublicKey): Promise<number>
  getAccountInfo(key: PublicKey): Promise<{ lamports: number; data: Buffer } | null>
  getLatestBlockhash(): Promise<Lifetime>
  getFeeForMessage(message: unknown): Promise<Context<number | null>>
  requestAirdrop(key: PublicKey, lamports: number): Promise<string>
  confirmTransaction(strategy: Lifetime & { signature: string }): Promise<Context<{ err: unknown }>>
  sendRawTransaction(bytes: Uint8Array, options?: object): Promise<string>
  simulateTransaction(transaction: unknown, options?: object): Promise<Context<Record<string, unknown>>>
  getSignaturesForAddress(
    key: PublicKey,
    options?: object,
  ): Promise<{ signature: string; memo: string | null }[]>
  getParsedTransaction(signature: string, options?: object): Promise<ParsedTransaction | null>
  getParsedTokenAccountsByOwner(key: PublicKey, filter: object): Promise<Context<unknown[]>>
  getAddressLookupTable(key: PublicKey): Promise<Context<LookupTable | null>>
  getNonce(key: PublicKey): Promise<{ nonce: string } | null>
  onAccountChange(key: PublicKey, heard: (account: { lamports: number }) => void): number
  removeAccountChangeListener(id: number): Promise<void>
}

export interface ParsedTransaction {
  readonly meta: { readonly err: unknown; readonly fee: number } | null
  readonly transaction: { readonly message: { readonly instructions: readonly unknown[] } }
}

export interface LookupTable {
  readonly state: { readonly addresses: readonly PublicKey[] }
}

export interface Transaction {
  recentBlockhash?: string
  feePayer?: PublicKey
  add(...instructions: unknown[]): Transaction
  sign(...signers: Keypair[]): void
  serialize(): Uint8Array
  compileMessage(): unknown
}

interface Web3 {
  readonly Connection: new (url: string, options: object) => Connection
  readonly PublicKey: new (text: string) => PublicKey
  readonly Keypair: { generate(): Keypair; fromSeed(seed: Uint8Array): Keypair }
  readonly Transaction: new (options?: object) => Transaction
  readonly TransactionMessage: new (
    options: object,
  ) => { compileToV0Message(tables?: readonly LookupTable[]): unknown }
  readonly VersionedTransaction: new (
    message: unknown,
  ) => { sign(signers: readonly Keypair[]): void; serialize(): Uint8Array; signatures: Uint8Array[] }
  readonly SystemProgram: Record<
    'transfer' | 'createNonceAccount' | 'nonceAdvance',
    (options: object) => unknown
  >
  readonly ComputeBudgetProgram: Record<
    'setComputeUnitLimit' | 'setComputeUnitPrice',
    (options: object) => unknown
  >
  readonly NONCE_ACCOUNT_LENGTH: number
  sendAndConfirmTransaction(
    connection: Connection,
    transaction: Transaction,
    signers: readonly Keypair[],
    options?: object,
  ): Promise<string>
}

interface SplToken {
  getMint(
    connection: Connection,
    mint: PublicKey,
    commitment: string | undefined,
    program: PublicKey,
  ): Promise<{ decimals: number; supply: bigint }>
  getAccount(
    connection: Connection,
    account: PublicKey,
    commitment: string | undefined,
    program: PublicKey,
  ): Promise<{ amount: bigint; owner: PublicKey }>
  getTransferFeeConfig(
    mint: unknown,
  ): { newerTransferFee: { transferFeeBasisPoints: number; maximumFee: bigint } } | null
  getMemoTransfer(account: unknown): { requireIncomingTransferMemos: boolean } | null
  getTokenMetadata(
    connection: Connection,
    mint: PublicKey,
  ): Promise<{ name: string; symbol: string; uri: string } | null>
  getAssociatedTokenAddressSync(
    mint: PublicKey,
    owner: PublicKey,
    offCurve: boolean,
    program: PublicKey,
  ): PublicKey
  createAssociatedTokenAccountIdempotentInstruction(
    payer: PublicKey,
    account: PublicKey,
    owner: PublicKey,
    mint: PublicKey,
    program: PublicKey,
  ): unknown
  createTransferCheckedInstruction(
    source: PublicKey,
    mint: PublicKey,
    destination: PublicKey,
    owner: PublicKey,
    amount: bigint,
    decimals: number,
    signers: readonly never[],
    program: PublicKey,
  ): unknown
  createTransferCheckedWithFeeInstruction(
    source: PublicKey,
    mint: PublicKey,
    destination: PublicKey,
    owner: PublicKey,
    amount: bigint,
    decimals: number,
    fee: bigint,
    signers: readonly never[],
    program: PublicKey,
  ): unknown
}

/** The clients as a host of the old stack imports them. */
export function loadWeb3(): { web3: Web3; token: SplToken } {
  const load = (name: string): unknown => loadPackage(peerFolder('solana'), name).exported
  return { web3: load('@solana/web3.js') as Web3, token: load('@solana/spl-token') as SplToken }
}
