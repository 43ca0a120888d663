import { isAllowedExpression } from './licenceExpression.ts'
import type { LockedPackage } from './lockfile.ts'
import {
  allowedLicences,
  denied,
  developmentExceptions,
  isNamed,
  knownInstallScripts,
  neverShipped,
  peerExceptions,
  peerInstallScripts,
  statedOtherwise,
} from './policy.ts'

/** Returns the problems of one lockfile's packages, one line each: `lockfile: package — what — what to do`. */
export function checkLicences(lockfile: string, packages: readonly LockedPackage[]): string[] {
  return packages.flatMap(locked => {
    const problems = [
      denial(locked),
      licence(lockfile, locked),
      installScript(lockfile, locked),
      shipping(locked),
    ]
    return problems
      .filter(problem => problem !== undefined)
      .map(problem => `${lockfile}: ${locked.name}@${locked.version} — ${problem}`)
  })
}

function denial(locked: LockedPackage): string | undefined {
  const rule = denied.find(({ name, from, except }) => {
    if (!isNamed(locked.name, name) || locked.name === except) return false
    return from === undefined || compareVersions(locked.version, from) >= 0
  })
  return rule && `${rule.reason} — remove it`
}

function licence(lockfile: string, locked: LockedPackage): string | undefined {
  const id = `${locked.name}@${locked.version}`
  const peer = peerExceptions.find(each => each.lockfile === lockfile && each.package === id)
  // What it states must be what the policy knows, where it states anything.
  if (peer && !locked.shipped && (locked.licence ?? peer.licence) === peer.licence) return undefined
  const stated = locked.licence ?? statedOtherwise[id]
  if (stated === undefined)
    return 'states no licence — remove it, or add its licence to the policy with a reason'
  if (isAllowedExpression(stated, allowedLicences)) return undefined
  const exception = developmentExceptions.find(
    ({ name, licence }) => isNamed(locked.name, name) && licence === stated,
  )
  if (exception === undefined) return `licence "${stated}" is not on the list — use another package`
  return locked.shipped
    ? `licence "${stated}" is for tools only, but it is shipped — move it to devDependencies`
    : undefined
}

function installScript(lockfile: string, locked: LockedPackage): string | undefined {
  if (!locked.hasInstallScript) return undefined
  if (locked.shipped) return 'runs a script when it is installed, and is shipped — use another package'
  if (knownInstallScripts[locked.name] !== undefined) return undefined
  if (peerInstallScripts.some(each => each.lockfile === lockfile && each.name === locked.name))
    return undefined
  return 'runs a script when it is installed — use another package, or list it in the policy with a reason'
}

function shipping(locked: LockedPackage): string | undefined {
  if (!locked.shipped || !neverShipped.some(pattern => isNamed(locked.name, pattern))) return undefined
  return 'is for tests only, but it is shipped — move it to a test folder of its own'
}

/** Negative, zero or positive as version `a` is older than, the same as or newer than `b`; pre-releases are older. */
export function compareVersions(a: string, b: string): number {
  const parse = (version: string) => {
    const [numbers = '', pre] = version.split('+')[0]?.split(/-(.*)/) ?? []
    return { numbers: numbers.split('.').map(Number), pre: pre ?? '' }
  }
  const [left, right] = [parse(a), parse(b)]
  for (let at = 0; at < 3; at += 1) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.pre === right.pre) return 0
  if (left.pre === '') return 1
  return right.pre === '' ? -1 : left.pre.localeCompare(right.pre)
}
