import { createHash, sign } from 'node:crypto'
import {
  canonicalJson,
  type SwapContract,
  type SwapContractsHead,
  swapContractsHeadText,
} from 'latchkey/services'
import type { Project } from '../../core/http/project.ts'
import { type DirectoryKeys, publicKeyOf } from '../../data/directory/createHeads.ts'
import { isDevelopmentProject } from '../../projects/findProject.ts'

const day = 86_400_000
/** A head lives this many days from the start of its own: at least a week is left of it. */
const days = 8

interface SignedContracts {
  readonly contracts: SwapContract[]
  readonly head: SwapContractsHead
}

/** The contracts that swaps may go to, with a head for one project. */
export type SignContracts = (project: Project) => Promise<SignedContracts>

/**
 * Signs the list of contracts with the directory's key, as flags are signed (decision 017). The version is the day: it only
 * grows, and processes with one key and one configuration answer alike.
 */
export function createContractsSigner(deps: {
  readonly contracts: () => Promise<readonly SwapContract[]>
  readonly keys: DirectoryKeys
  /** Signs for the development project alone. */
  readonly developmentKeys: DirectoryKeys
  /** Milliseconds since 1970. */
  readonly now: () => number
}): SignContracts {
  const { keys, developmentKeys, now } = deps
  // A project is another object once it was read anew.
  const signed = new WeakMap<Project, SignedContracts>()
  let latest = 0
  return async project => {
    // The day never goes back while a process runs, whatever its clock does (F39).
    latest = Math.max(latest, Math.floor(now() / day))
    const contracts = [...(await deps.contracts())]
    const digest = createHash('sha256').update(canonicalJson(contracts)).digest('base64url')
    const known = signed.get(project)
    if (known?.head.version === latest && known.head.digest === digest) return known
    const { key, certificate } = isDevelopmentProject(project.id) ? developmentKeys : keys
    const head: Omit<SwapContractsHead, 'signature' | 'certificate'> = {
      projectId: project.id,
      version: latest,
      issued: latest * day,
      expires: (latest + days) * day,
      digest,
      key: publicKeyOf(key),
    }
    const signature = sign(null, Buffer.from(swapContractsHeadText(head)), key).toString('base64url')
    const answer = { contracts, head: { ...head, signature, ...(certificate && { certificate }) } }
    signed.set(project, answer)
    return answer
  }
}
