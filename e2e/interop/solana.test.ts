import { type DevMint, type Solana, startSolana } from '@latchkey/devstack'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Connection, type Keypair, loadWeb3, type PublicKey } from './loadWeb3.ts'

const { web3, token } = loadWeb3()
const memoProgram = new web3.PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

let solana: Solana
let connection: Connection
let visitor: Keypair
beforeAll(async () => {
  solana = await startSolana({ port: 0, slotTime: 50 })
  connection = connect()
  visitor = web3.Keypair.fromSeed(solana.visitor.privateKey)
})
afterAll(() => solana?.stop())

const connect = () => new web3.Connection(solana.url, { wsEndpoint: solana.wsUrl, commitment: 'confirmed' })

/** Moves the chain's time on. The old connection would go on with the blockhash that it keeps for 30 seconds. */
function advance(slots: number): void {
  solana.advance(slots)
  connection = connect()
}

const sol = 1_000_000_000
const send = (instructions: readonly unknown[], signers: readonly Keypair[] = [visitor]) =>
  web3.sendAndConfirmTransaction(connection, new web3.Transaction().add(...instructions), signers)
const transfer = (toPubkey: PublicKey, lamports: number) =>
  web3.SystemProgram.transfer({ fromPubkey: visitor.publicKey, toPubkey, lamports })
const newKey = () => web3.Keypair.generate().publicKey

describe('web3.js 1.x', () => {
  test('knows the accounts of the mnemonic, the cluster and its version', async () => {
    expect(visitor.publicKey.toBase58()).toBe(solana.visitor.address)
    expect(await connection.getGenesisHash()).toBe(solana.genesisHash)
    expect(await connection.getVersion()).toMatchObject({ 'solana-core': expect.any(String) })
  })

  test('asks the faucet and waits for the signature', async () => {
    const key = newKey()
    const lifetime = await connection.getLatestBlockhash()
    const signature = await connection.requestAirdrop(key, 2 * sol)
    const { value } = await connection.confirmTransaction({ ...lifetime, signature })
    expect(value.err).toBeNull()
    expect(await connection.getBalance(key)).toBe(2 * sol)
  })

  test('sends a legacy transaction with a priority fee, at the fee that it was told', async () => {
    const key = newKey()
    const transaction = new web3.Transaction().add(
      web3.ComputeBudgetProgram.setComputeUnitLimit({ units: 1_001 }),
      web3.ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 12_345 }),
      transfer(key, sol),
    )
    transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
    transaction.feePayer = visitor.publicKey
    const { value: fee } = await connection.getFeeForMessage(transaction.compileMessage())
    const signature = await web3.sendAndConfirmTransaction(connection, transaction, [visitor])
    const read = await connection.getParsedTransaction(signature)
    // 1,001 units at 12,345 millionths of a lamport are 12.36 lamports.
    expect([fee, read?.meta?.fee]).toEqual([5_013, 5_013])
    expect(read?.transaction.message.instructions.at(-1)).toMatchObject({
      parsed: { type: 'transfer', info: { lamports: sol, destination: key.toBase58() } },
    })
    expect(await connection.getSignaturesForAddress(key)).toMatchObject([{ signature, memo: null }])
  })

  test('hears of a changed account', async () => {
    const key = newKey()
    const heard: number[] = []
    const id = connection.onAccountChange(key, ({ lamports }) => heard.push(lamports))
    await vi.waitUntil(async () => {
      // The subscription is made later than the call returns.
      await send([transfer(key, sol)])
      return heard.length > 0
    })
    expect(heard[0]).toBeGreaterThanOrEqual(sol)
    await connection.removeAccountChangeListener(id)
  })

  test('sends a version 0 transaction through the lookup table', async () => {
    const { value: table } = await connection.getAddressLookupTable(new web3.PublicKey(solana.lookupTable))
    if (!table) throw new Error('there is no table')
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const toPubkey = new web3.PublicKey(solana.memoRecipient)
    const before = await connection.getBalance(toPubkey)
    const message = new web3.TransactionMessage({
      payerKey: visitor.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer(toPubkey, sol)],
    }).compileToV0Message([table])
    const transaction = new web3.VersionedTransaction(message)
    transaction.sign([visitor])
    const { value } = await connection.simulateTransaction(transaction, { sigVerify: true })
    expect(value).toMatchObject({ err: null, unitsConsumed: 150 })
    const signature = await connection.sendRawTransaction(transaction.serialize())
    await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    expect(await connection.getBalance(toPubkey)).toBe(before + sol)
    await expect(connection.getParsedTransaction(signature)).rejects.toThrow(/maxSupportedTransactionVersion/)
    const read = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(read?.meta?.err).toBeNull()
  })

  test('is refused an expired blockhash, and a transaction that was sent before', async () => {
    const { blockhash } = await connection.getLatestBlockhash()
    const build = (lamports: number) => {
      const transaction = new web3.Transaction().add(transfer(newKey(), lamports))
      transaction.recentBlockhash = blockhash
      transaction.feePayer = visitor.publicKey
      transaction.sign(visitor)
      return transaction.serialize()
    }
    const [sent, late] = [build(sol), build(2 * sol)]
    await connection.sendRawTransaction(sent)
    await expect(connection.sendRawTransaction(sent)).rejects.toThrow(
      'This transaction has already been processed',
    )
    advance(151)
    await expect(connection.sendRawTransaction(late)).rejects.toThrow('Blockhash not found')
  })

  test('sends by a durable nonce after its blockhashes have expired', async () => {
    const nonce = web3.Keypair.generate()
    await send(
      [
        web3.SystemProgram.createNonceAccount({
          fromPubkey: visitor.publicKey,
          noncePubkey: nonce.publicKey,
          authorizedPubkey: visitor.publicKey,
          lamports: sol,
        }),
      ],
      [visitor, nonce],
    )
    const key = newKey()
    const transaction = new web3.Transaction().add(
      web3.SystemProgram.nonceAdvance({
        noncePubkey: nonce.publicKey,
        authorizedPubkey: visitor.publicKey,
      }),
      transfer(key, sol),
    )
    transaction.recentBlockhash = (await connection.getNonce(nonce.publicKey))?.nonce ?? ''
    transaction.feePayer = visitor.publicKey
    transaction.sign(visitor)
    advance(200)
    await connection.sendRawTransaction(transaction.serialize())
    expect((await connection.getAccountInfo(key))?.lamports).toBe(sol)
    expect((await connection.getNonce(nonce.publicKey))?.nonce).not.toBe(transaction.recentBlockhash)
  })
})

describe('spl-token', () => {
  const keysOf = ({ address, program }: DevMint, owner: PublicKey) => {
    const mint = new web3.PublicKey(address)
    const programId = new web3.PublicKey(program)
    return { mint, programId, account: token.getAssociatedTokenAddressSync(mint, owner, true, programId) }
  }

  test.each(['usdc', 'jade', 'moss', 'toll'] as const)('sends %s to a new account', async name => {
    const listed = solana.tokens[name]
    const owner = newKey()
    const { mint, programId, account } = keysOf(listed, owner)
    const source = keysOf(listed, visitor.publicKey).account
    const amount = 10n ** BigInt(listed.decimals)
    const fee = name === 'toll' ? amount / 100n : 0n
    const { decimals } = listed
    const move =
      name === 'toll'
        ? token.createTransferCheckedWithFeeInstruction(
            source,
            mint,
            account,
            visitor.publicKey,
            amount,
            decimals,
            fee,
            [],
            programId,
          )
        : token.createTransferCheckedInstruction(
            source,
            mint,
            account,
            visitor.publicKey,
            amount,
            decimals,
            [],
            programId,
          )
    await send([
      token.createAssociatedTokenAccountIdempotentInstruction(
        visitor.publicKey,
        account,
        owner,
        mint,
        programId,
      ),
      move,
    ])
    expect((await token.getAccount(connection, account, undefined, programId)).amount).toBe(amount - fee)
    const { value } = await connection.getParsedTokenAccountsByOwner(owner, { mint })
    expect(value).toMatchObject([
      {
        account: { data: { parsed: { info: { tokenAmount: { amount: String(amount - fee), decimals } } } } },
      },
    ])
  })

  test('reads the fee of TOLL, and the metadata of MOSS, the spam and the collectibles', async () => {
    const { toll, moss, spam } = solana.tokens
    const { mint, programId } = keysOf(toll, visitor.publicKey)
    const config = token.getTransferFeeConfig(await token.getMint(connection, mint, undefined, programId))
    expect(config?.newerTransferFee).toMatchObject({ transferFeeBasisPoints: 100, maximumFee: 5_000_000n })
    for (const { address, name, symbol } of [moss, spam, ...Object.values(solana.nfts)])
      expect(await token.getTokenMetadata(connection, new web3.PublicKey(address))).toMatchObject({
        name,
        symbol,
      })
    for (const nft of Object.values(solana.nfts)) {
      const keys = keysOf(nft, visitor.publicKey)
      expect(await token.getMint(connection, keys.mint, undefined, keys.programId)).toMatchObject({
        decimals: 0,
        supply: 1n,
      })
      expect((await token.getAccount(connection, keys.account, undefined, keys.programId)).amount).toBe(1n)
    }
  })

  test('pays the account that wants memos with a memo alone', async () => {
    const { moss } = solana.tokens
    const { mint, programId, account } = keysOf(moss, new web3.PublicKey(solana.memoRecipient))
    const read = await token.getAccount(connection, account, undefined, programId)
    expect(token.getMemoTransfer(read)).toMatchObject({ requireIncomingTransferMemos: true })
    const source = keysOf(moss, visitor.publicKey).account
    const move = token.createTransferCheckedInstruction(
      source,
      mint,
      account,
      visitor.publicKey,
      1n,
      moss.decimals,
      [],
      programId,
    )
    await expect(send([move])).rejects.toThrow(/memo/i)
    const memo = { programId: memoProgram, keys: [], data: Buffer.from('rent of May') }
    const signature = await send([memo, move])
    expect(await connection.getSignaturesForAddress(account, { limit: 1 })).toMatchObject([
      { signature, memo: '[11] rent of May' },
    ])
  })
})
