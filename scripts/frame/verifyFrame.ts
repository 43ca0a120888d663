import type { FrameVersion } from 'latchkey/services'
import type { ServedFrame } from './fetchServed.ts'
import { type BuiltFrame, sha256 } from './hashFrame.ts'
import type { LoggedHash } from './hashLog.ts'

/** One result of comparing builds: `holds` says whether it is as it should be. */
export interface Verdict {
  readonly holds: boolean
  readonly says: string
}

/**
 * Compares a rebuild of the wallet's page with the hash log, and with what an origin serves: its files, and what it says
 * of itself. `release` is that of the checkout; without a release there is no line to compare with.
 */
export function verifyFrame(options: {
  readonly built: BuiltFrame
  readonly release: string
  readonly log: readonly LoggedHash[]
  readonly served?: ServedFrame
}): readonly Verdict[] {
  const { built, release, log, served } = options
  return [logVerdict(built.version, release, log), ...(served ? servedVerdicts(built, served, log) : [])]
}

/** The version of a checkout that was never released. */
const unreleased = '0.0.0'

function logVerdict({ code }: FrameVersion, release: string, log: readonly LoggedHash[]): Verdict {
  const logged = log.find(each => each.release === release)
  if (logged === undefined)
    return {
      holds: release === unreleased,
      says:
        release === unreleased
          ? `This checkout is not a release, so the hash log has no line for it. It builds ${code}`
          : `The hash log has no line for ${release}. This checkout builds ${code}`,
    }
  return logged.code === code
    ? { holds: true, says: `This checkout builds what the hash log has for ${release}: ${code}` }
    : { holds: false, says: `This checkout builds ${code}; the hash log has ${logged.code} for ${release}` }
}

function servedVerdicts(built: BuiltFrame, served: ServedFrame, log: readonly LoggedHash[]): Verdict[] {
  const { version, stated, files } = served
  const known = log.find(({ code }) => code === version.code)
  const differing = [
    ...[...built.files].filter(([path, body]) => files.get(path) !== sha256(body)).map(([path]) => path),
    ...[...files.keys()].filter(path => !built.files.has(path)),
  ]
  const isSame = version.code === built.version.code
  return [
    isSame
      ? { holds: true, says: 'The origin serves what this checkout builds' }
      : {
          holds: false,
          says: `The origin serves ${version.code}${known ? `, release ${known.release}` : ', which is in no line of the hash log'}. Other than built here: ${[...new Set(differing)].sort().join(', ') || 'index.html'}`,
        },
    stated.code === version.code && sameConfiguration(stated, version)
      ? { holds: true, says: 'Its /version says what it serves' }
      : { holds: false, says: `Its /version says ${describe(stated)}, and it serves ${describe(version)}` },
    sameConfiguration(version, built.version)
      ? {
          holds: true,
          says: `Its configuration is that of this build: ${JSON.stringify(version.configuration)}`,
        }
      : {
          holds: false,
          says: `Its configuration is ${JSON.stringify(version.configuration)}, and that of this build ${JSON.stringify(built.version.configuration)}`,
        },
  ]
}

function sameConfiguration(one: FrameVersion, other: FrameVersion): boolean {
  const sorted = ({ configuration }: FrameVersion) => JSON.stringify(Object.entries(configuration).sort())
  return sorted(one) === sorted(other)
}

const describe = ({ code, configuration }: FrameVersion) => `${code} ${JSON.stringify(configuration)}`
