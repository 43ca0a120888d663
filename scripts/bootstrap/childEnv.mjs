import { delimiter } from 'node:path'

const condition = '--conditions=@latchkey/source'

// npm hands its whole configuration to what it runs; a nested npm must read its own. What the machine's owner sets stays.
const kept =
  /^npm_config_(registry|cache|userconfig|proxy|https_proxy|noproxy|ca|cafile|strict_ssl|offline|prefer_offline)$/

/** The environment of everything a task starts: Node 24 and the workspace's tools first on PATH, siblings resolved to source. */
export function childEnv(base, { node, folders, npm }) {
  const env = {}
  for (const [name, value] of Object.entries(base)) {
    if (!name.startsWith('npm_') || (kept.test(name) && value !== '')) env[name] = value
  }
  const path = (base.PATH ?? '').split(delimiter).filter(folder => folder !== '' && !folders.includes(folder))
  env.PATH = [...folders, ...path].join(delimiter)
  env.NODE = node
  env.LATCHKEY_NPM_CLI = npm
  const options = base.NODE_OPTIONS ?? ''
  env.NODE_OPTIONS = options.includes(condition) ? options : `${options} ${condition}`.trim()
  return env
}
