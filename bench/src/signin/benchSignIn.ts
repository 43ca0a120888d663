import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { formatSignInMessage, type SignInClaim } from 'latchkey/server'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { benchContracts, type ContractNumbers } from './benchContracts.ts'

/** Sign-ins checked a second, text and signature of a plain key: by one thread alone, and by one on each core. */
export interface SignInNumbers {
  readonly cores: number
  readonly oneThread: number
  readonly eoaPerSecond: number
  /** Bare recoveries of who signed the same texts, by as many threads, before and after. */
  readonly recovered: readonly number[]
  readonly contracts: ContractNumbers
}

const nonce = 'n0nceN0nceN0nceN0nceN0nceN0nce00'

/** Measures `verifySignIn`: plain keys, and contract accounts beside what their node can answer. */
export async function benchSignIn(options: {
  readonly seconds: number
  readonly log: (line: string) => void
}): Promise<SignInNumbers> {
  const { seconds, log } = options
  const cores = availableParallelism()
  const claims = await Promise.all(Array.from({ length: 200 }, signClaim))
  log('Sign-ins by one thread')
  const [oneThread = 0] = await runThreads(1, { claims, seconds, bare: false })
  const all = async (bare: boolean) => sum(await runThreads(cores, { claims, seconds, bare }))
  log(`Sign-ins, and bare recoveries, by ${cores} threads`)
  const before = await all(true)
  const eoaPerSecond = await all(false)
  const recovered = [before, await all(true)]
  log('Sign-ins of contract accounts')
  const contracts = await benchContracts({ seconds })
  return { cores, oneThread, eoaPerSecond, recovered, contracts }
}

const sum = (rates: readonly number[]): number => rates.reduce((total, rate) => total + rate, 0)

async function signClaim(): Promise<SignInClaim> {
  const account = privateKeyToAccount(generatePrivateKey())
  const now = Date.now()
  const message = formatSignInMessage({
    domain: 'shop.example',
    accountAddress: account.address,
    statement: 'Sign in to the shop.',
    uri: 'https://shop.example/login',
    version: '1',
    chainId: 'eip155:1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    resources: ['https://shop.example/terms'],
  })
  return {
    message,
    signature: await account.signMessage({ message }),
    expected: { origins: ['https://shop.example'], nonce, chains: ['eip155:1'], now },
  }
}

async function runThreads(count: number, workerData: object): Promise<readonly number[]> {
  const file = new URL('./verifySignIns.ts', import.meta.url)
  const threads = Array.from({ length: count }, () => new Worker(file, { workerData }))
  const next = (thread: Worker) =>
    new Promise<unknown>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
    })
  try {
    await Promise.all(threads.map(next))
    const rates = threads.map(next)
    for (const thread of threads) thread.postMessage('go')
    return (await Promise.all(rates)).map(Number)
  } finally {
    await Promise.all(threads.map(thread => thread.terminate()))
  }
}
