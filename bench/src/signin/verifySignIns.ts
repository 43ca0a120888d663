/** A thread that checks sign-ins as fast as it can, as one process of a server would; or only recovers who signed. */
import { parentPort, workerData } from 'node:worker_threads'
import { type SignInClaim, verifySignIn } from 'latchkey/server'
import { recoverMessageAddress } from 'viem'

const { claims, seconds, bare } = workerData as {
  readonly claims: readonly SignInClaim[]
  readonly seconds: number
  readonly bare: boolean
}

async function check(claim: SignInClaim | undefined): Promise<void> {
  if (bare && claim) {
    const signature = claim.signature as `0x${string}`
    const signer = await recoverMessageAddress({ message: claim.message, signature })
    if (!claim.message.includes(signer)) throw new Error('A right signature is somebody else’s')
    return
  }
  const verdict = claim && (await verifySignIn(claim))
  if (!verdict?.valid) throw new Error(`A right sign-in was refused: ${verdict?.refusal}`)
}

for (const claim of claims) await check(claim)
parentPort?.postMessage('warm')
parentPort?.once('message', async () => {
  const began = performance.now()
  let count = 0
  while (performance.now() - began < seconds * 1_000) {
    // Unlike in a loop of one sign-in, the next one comes from the network.
    for (let at = 0; at < 16; at++) await check(claims[count++ % claims.length])
  }
  parentPort?.postMessage((count / (performance.now() - began)) * 1_000)
})
