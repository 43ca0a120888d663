import { checkClock, checkDatabase, checkKeyVault, checkRedis } from './checkData.ts'
import { checkMail } from './checkMail.ts'
import { checkOrigins } from './checkOrigins.ts'
import { checkRelay } from './checkRelay.ts'
import { checkRelated, checkServices, checkWallet } from './checkServed.ts'
import { checkCaa, checkTls } from './checkTransport.ts'
import type { Check, Examination } from './examination.ts'
import { type CheckName, checkNames, type Finding } from './finding.ts'

const checks: Readonly<Record<CheckName, Check>> = {
  database: checkDatabase,
  redis: checkRedis,
  vault: checkKeyVault,
  clock: checkClock,
  origins: checkOrigins,
  tls: checkTls,
  caa: checkCaa,
  services: checkServices,
  wallet: checkWallet,
  related: checkRelated,
  relay: checkRelay,
  mail: checkMail,
}

/** Answers of the network that a check waits for one after another, at most. */
const mostAnswers = 4

/** Runs every check at once and returns what was found, in their order. It changes nothing. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const found = await Promise.all(
    checkNames.map(async check => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<Awaited<ReturnType<Check>>>(resolve => {
        const says = 'This was not found out in time'
        const fix = 'Look at the network of this machine, and run this again'
        timer = setTimeout(() => resolve([{ state: 'wrong', says, fix }]), examination.timeout * mostAnswers)
      })
      try {
        const said = await Promise.race([checks[check](examination), late])
        return said.map(each => ({ check, ...each }))
      } finally {
        clearTimeout(timer)
      }
    }),
  )
  return found.flat()
}
