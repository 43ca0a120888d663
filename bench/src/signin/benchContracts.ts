import { Worker } from 'node:worker_threads'
import { formatSignInMessage, type SignInClaim, verifySignIn } from 'latchkey/server'

/** Sign-ins of contract accounts a second, beside bare questions to the same node, as many at a time. */
export interface ContractNumbers {
  readonly verified: number
  /** Before and after. */
  readonly asked: readonly number[]
}

/** Milliseconds that the node takes for an answer: a near one. */
const delay = 20
const atOnce = 16
const contract = '0x4444444444444444444444444444444444444444'

/** Measures what checking costs beyond the node's answer, which is what limits it (ERC-1271). */
export async function benchContracts(options: { readonly seconds: number }): Promise<ContractNumbers> {
  const node = new Worker(new URL('./slowNode.ts', import.meta.url), { workerData: { delay } })
  try {
    const port = await new Promise<unknown>((resolve, reject) => {
      node.once('message', resolve)
      node.once('error', reject)
    })
    const url = `http://127.0.0.1:${Number(port)}`
    const claim = claimOf(url)
    const verify = async () => {
      const verdict = await verifySignIn(claim)
      if (!verdict.valid || verdict.signedBy !== 'contract') throw new Error('A right sign-in was refused')
    }
    const ask = async () => {
      const headers = { 'content-type': 'application/json' }
      // As long as the question of a check.
      const response = await fetch(url, { method: 'POST', headers, body: `"${'0'.repeat(3_000)}"` })
      await response.text()
    }
    // Connections are made, and the code is warm.
    for (const each of [ask, verify]) await rateOf(each, 0.5)
    const before = await rateOf(ask, options.seconds)
    const verified = await rateOf(verify, options.seconds)
    return { verified, asked: [before, await rateOf(ask, options.seconds)] }
  } finally {
    await node.terminate()
  }
}

function claimOf(url: string): SignInClaim {
  const now = Date.now()
  const nonce = 'n0nceN0nceN0nceN0nceN0nceN0nce00'
  const message = formatSignInMessage({
    domain: 'shop.example',
    accountAddress: contract,
    uri: 'https://shop.example/login',
    version: '1',
    chainId: 'eip155:1',
    nonce,
    issuedAt: new Date(now).toISOString(),
  })
  return {
    message,
    // As long as that of a key, so that this is tried first.
    signature: `0x${'11'.repeat(64)}1b`,
    expected: { origins: ['https://shop.example'], nonce, chains: ['eip155:1'], now },
    rpc: { 'eip155:1': url },
  }
}

async function rateOf(act: () => Promise<void>, seconds: number): Promise<number> {
  const began = performance.now()
  let count = 0
  const run = async () => {
    while (performance.now() - began < seconds * 1_000) {
      await act()
      count++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return (count / (performance.now() - began)) * 1_000
}
