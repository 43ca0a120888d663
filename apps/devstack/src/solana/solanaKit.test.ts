import {
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dogwood } from '../chains/devNetworks.ts'
import { signerOf } from './ledger/sendAs.ts'
import { memoProgram } from './parse/tokenPrograms.ts'
import type { DevMint } from './seed/devMints.ts'
import { type Solana, startSolana } from './startSolana.ts'

let solana: Solana
let rpc: ReturnType<typeof connect>['rpc']
let subscriptions: ReturnType<typeof connect>['subscriptions']
let visitor: KeyPairSigner

beforeAll(async () => {
  solana = await startSolana({ port: 0, slotTime: 50 })
  ;({ rpc, subscriptions } = connect(solana))
  visitor = await signerOf(solana.visitor)
})
afterAll(() => solana.stop())

function connect({ url, wsUrl }: Solana) {
  return { rpc: createSolanaRpc(url), subscriptions: createSolanaRpcSubscriptions(wsUrl) }
}

async function sign(instructions: readonly Instruction[], payer = visitor) {
  const { value } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    each => setTransactionMessageFeePayerSigner(payer, each),
    each => setTransactionMessageLifetimeUsingBlockhash(value, each),
    each => appendTransactionMessageInstructions(instructions, each),
  )
  const signed = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(signed)
  return signed
}

async function send(instructions: readonly Instruction[]) {
  const signed = await sign(instructions)
  const confirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions: subscriptions })
  await confirm(signed, { commitment: 'confirmed' })
  return getSignatureFromTransaction(signed)
}

test('kit sends SOL, waits for it by subscription, and reads it back', async () => {
  const { address: destination } = await generateKeyPairSigner()
  const signature = await send([
    getTransferSolInstruction({ source: visitor, destination, amount: 1_000_000_000n }),
  ])
  expect((await rpc.getBalance(destination).send()).value).toBe(1_000_000_000n)
  const read = await rpc
    .getTransaction(signature, {
      commitment: 'confirmed',
      encoding: 'jsonParsed',
      maxSupportedTransactionVersion: 0,
    })
    .send()
  expect(read?.meta).toMatchObject({ err: null, fee: 5_000n })
  expect(read?.transaction.message.instructions[0]).toMatchObject({
    program: 'system',
    parsed: { type: 'transfer', info: { destination, lamports: 1_000_000_000n } },
  })
  expect(await rpc.getGenesisHash().send()).toBe(dogwood.genesisHash)
  const listed = await rpc.getSignaturesForAddress(destination, { commitment: 'confirmed' }).send()
  expect(listed.map(each => each.signature)).toEqual([signature])
})

test('kit asks the faucet', async () => {
  const { address: recipientAddress } = await generateKeyPairSigner()
  const airdrop = airdropFactory({ rpc, rpcSubscriptions: subscriptions })
  await airdrop({ recipientAddress, lamports: lamports(2_000_000_000n), commitment: 'confirmed' })
  expect((await rpc.getBalance(recipientAddress).send()).value).toBe(2_000_000_000n)
})

async function transferTo(owner: KeyPairSigner['address'], token: DevMint, amount: bigint) {
  const { address: mint, program: tokenProgram, decimals } = token
  const [source] = await findAssociatedTokenPda({ owner: visitor.address, mint, tokenProgram })
  const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram })
  return [
    getCreateAssociatedTokenIdempotentInstruction({ payer: visitor, ata, owner, mint, tokenProgram }),
    getTransferCheckedInstruction(
      { source, mint, destination: ata, authority: visitor, amount, decimals },
      { programAddress: tokenProgram },
    ),
  ]
}

test.each(['usdc', 'jade', 'moss', 'toll'] as const)(
  'kit sends %s to an account that it creates',
  async name => {
    const token = solana.tokens[name]
    const owner = await generateKeyPairSigner()
    const amount = 50n * 10n ** BigInt(token.decimals)
    const signature = await send(await transferTo(owner.address, token, amount))
    const { value } = await rpc
      .getTokenAccountsByOwner(owner.address, { programId: token.program }, { encoding: 'jsonParsed' })
      .send()
    const arrived = name === 'toll' ? amount - amount / 100n : amount
    expect(value.map(each => each.account.data.parsed.info)).toMatchObject([
      {
        mint: token.address,
        owner: owner.address,
        state: 'initialized',
        tokenAmount: { amount: String(arrived) },
      },
    ])
    const read = await rpc
      .getTransaction(signature, {
        commitment: 'confirmed',
        encoding: 'json',
        maxSupportedTransactionVersion: 0,
      })
      .send()
    expect(read?.meta?.postTokenBalances).toContainEqual(
      expect.objectContaining({ mint: token.address, owner: owner.address, programId: token.program }),
    )
  },
)

test('a transfer that the program refuses fails in preflight, with its logs', async () => {
  const owner = await generateKeyPairSigner()
  const refused = send(await transferTo(solana.memoRecipient, solana.tokens.moss, 1n))
  await expect(refused).rejects.toSatisfy(error =>
    isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
  )
  await refused.catch(error => {
    expect(error.context.logs.join()).toMatch(/memo/i)
  })
  expect((await rpc.getBalance(address(owner.address)).send()).value).toBe(0n)
})

test('an account that wants memos is paid behind one', async () => {
  const [create, transfer] = await transferTo(solana.memoRecipient, solana.tokens.moss, 1n)
  if (!create || !transfer) throw new Error('there are two instructions')
  // The package's own address is that of a later program, which is not in the VM.
  const memo = getAddMemoInstruction({ memo: 'rent of May' }, { programAddress: memoProgram })
  const signature = await send([create, memo, transfer])
  const [account] = await findAssociatedTokenPda({
    owner: solana.memoRecipient,
    mint: solana.tokens.moss.address,
    tokenProgram: solana.tokens.moss.program,
  })
  const [newest] = await rpc.getSignaturesForAddress(account, { commitment: 'confirmed', limit: 1 }).send()
  expect(newest).toMatchObject({ signature, memo: '[11] rent of May' })
})

test('a commitment is reached by slots, and a finalized status stays', async () => {
  const { address: destination } = await generateKeyPairSigner()
  const signature = await send([
    getTransferSolInstruction({ source: visitor, destination, amount: 1_000_000_000n }),
  ])
  solana.advance(3)
  const { value } = await rpc.getSignatureStatuses([signature]).send()
  expect(value).toMatchObject([{ confirmationStatus: 'finalized', confirmations: null, err: null }])
  const unknown = await rpc
    .getTransaction('1'.repeat(64) as Signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send()
  expect(unknown).toBeNull()
})

test('a simulation shows what accounts would hold, and changes nothing', async () => {
  const owner = await generateKeyPairSigner()
  const { usdc } = solana.tokens
  const signed = await sign(await transferTo(owner.address, usdc, 5n))
  const [ata] = await findAssociatedTokenPda({
    owner: owner.address,
    mint: usdc.address,
    tokenProgram: usdc.program,
  })
  const { value } = await rpc
    .simulateTransaction(getBase64EncodedWireTransaction(signed), {
      encoding: 'base64',
      innerInstructions: true,
      replaceRecentBlockhash: true,
      sigVerify: false,
      accounts: { encoding: 'jsonParsed', addresses: [ata] },
    })
    .send()
  expect(value).toMatchObject({
    err: null,
    fee: 5_000n,
    accounts: [{ data: { parsed: { info: { owner: owner.address, tokenAmount: { amount: '5' } } } } }],
    replacementBlockhash: { blockhash: expect.any(String) },
  })
  expect(value.unitsConsumed).toBeGreaterThan(0n)
  expect(value.innerInstructions?.[0]).toMatchObject({
    index: 0,
    instructions: expect.arrayContaining([expect.objectContaining({ program: 'system', stackHeight: 2 })]),
  })
  expect((await rpc.getAccountInfo(ata, { encoding: 'base64' }).send()).value).toBeNull()
})

test('token accounts are found by program, by filter and by mint', async () => {
  const { usdc, toll } = solana.tokens
  const supply = await rpc.getTokenSupply(usdc.address).send()
  expect(BigInt(supply.value.amount)).toBeGreaterThanOrEqual(50_000n * 1_000_000n)
  const held = await rpc
    .getProgramAccounts(usdc.program, {
      encoding: 'base64',
      filters: [
        { dataSize: 165n },
        { memcmp: { offset: 0n, bytes: usdc.address as never, encoding: 'base58' } },
        { memcmp: { offset: 32n, bytes: visitor.address as never, encoding: 'base58' } },
      ],
    })
    .send()
  expect(held).toHaveLength(1)
  const byMint = await rpc
    .getTokenAccountsByOwner(visitor.address, { mint: toll.address }, { encoding: 'jsonParsed' })
    .send()
  expect(byMint.value[0]?.account.data).toMatchObject({ program: 'spl-token-2022' })
})

test('without preflight a failed transaction is in a block, and one with an expired blockhash in none', async () => {
  const { usdc } = solana.tokens
  const { address: owner } = await generateKeyPairSigner()
  const failing = await sign(await transferTo(owner, usdc, 10n ** 15n))
  const late = await sign([
    getTransferSolInstruction({ source: visitor, destination: owner, amount: 10n ** 9n }),
  ])
  const options = { encoding: 'base64', skipPreflight: true } as const
  const failed = await rpc.sendTransaction(getBase64EncodedWireTransaction(failing), options).send()
  solana.advance(151)
  const dropped = await rpc.sendTransaction(getBase64EncodedWireTransaction(late), options).send()
  expect(dropped).toBe(getSignatureFromTransaction(late))
  const { value } = await rpc
    .getSignatureStatuses([failed, dropped], { searchTransactionHistory: true })
    .send()
  expect(value).toMatchObject([{ err: { InstructionError: [1n, { Custom: 1n }] } }, null])
  const read = await rpc
    .getTransaction(failed, { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send()
  expect(read?.meta).toMatchObject({
    fee: 5_000n,
    logMessages: expect.arrayContaining([expect.stringContaining('insufficient funds')]),
  })
})
