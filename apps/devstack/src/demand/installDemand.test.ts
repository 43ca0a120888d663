import { expect, test } from 'vitest'
import { ChainUnavailable } from './demandChain.ts'
import { installDemand } from './installDemand.ts'

test('says in one line which folder could not be installed', async () => {
  await expect(installDemand('nowhere')).rejects.toThrow(
    new ChainUnavailable(
      'its packages could not be installed (npm ci --ignore-scripts in apps/devstack/demand/nowhere)',
    ),
  )
})

test('a start that was called off is not called unavailable', async () => {
  await expect(installDemand('nowhere', AbortSignal.abort())).rejects.toThrow(/abort/)
})
