import { createHash, type KeyObject, sign } from 'node:crypto'
import {
  canonicalJson,
  type DirectoryCertificate,
  type ProjectConfig,
  type ProjectConfigHead,
  projectConfigHeadText,
} from 'latchkey/services'
import type { Project } from '../../core/http/project.ts'
import { isDevelopmentProject } from '../../projects/findProject.ts'
import { publicKeyOf } from '../directory/createHeads.ts'

interface SigningKeys {
  readonly key: KeyObject
  readonly certificate?: DirectoryCertificate | undefined
}

const day = 86_400_000
/** A head lives this many days from the start of its own: at least a week is left of it. */
const days = 8
/** More days than the project's revision may be behind; the version is made of both. */
const daysBound = 100_000

/**
 * Answers with a project's flags and a head that vouches for them, by the directory's key. Version, times and so the
 * whole answer follow from the project and the day: processes with one key answer alike.
 */
export function createConfigSigner(deps: {
  readonly keys: SigningKeys
  /** Signs for the development project alone. */
  readonly developmentKeys: SigningKeys
  readonly now: () => number
}): (project: Project) => ProjectConfig {
  // A project is another object once it was read anew.
  const signed = new WeakMap<Project, { readonly day: number; readonly config: ProjectConfig }>()
  let latest = 0
  return project => {
    // The day never goes back while a process runs, whatever its clock does (F39).
    latest = Math.max(latest, Math.floor(deps.now() / day))
    const known = signed.get(project)
    if (known?.day === latest) return known.config
    const keys = isDevelopmentProject(project.id) ? deps.developmentKeys : deps.keys
    const config = signConfig(project, keys, latest)
    signed.set(project, { day: latest, config })
    return config
  }
}

function signConfig(project: Project, { key, certificate }: SigningKeys, today: number): ProjectConfig {
  const features = [...project.features]
  const head: Omit<ProjectConfigHead, 'signature' | 'certificate'> = {
    projectId: project.id,
    version: project.revision * daysBound + today,
    issued: today * day,
    expires: (today + days) * day,
    digest: createHash('sha256').update(canonicalJson(features)).digest('base64url'),
    key: publicKeyOf(key),
  }
  const signature = sign(null, Buffer.from(projectConfigHeadText(head)), key).toString('base64url')
  return { features, head: { ...head, signature, ...(certificate && { certificate }) } }
}
