import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { runTool } from '../../scripts/build/runTool.ts'
import { sourceCondition } from '../../scripts/sourceCondition.ts'
import { readStack } from './stack.ts'

const root = resolve(import.meta.dirname, '../..')

/** A project of the stack's services, made for one test. */
export interface Project {
  readonly id: string
  /** Sets flags, as `branding=off`, and waits until the services report them. */
  set(...flags: readonly string[]): Promise<void>
}

/** Makes a project as an operator does, by the command, while the services run. */
export async function createProject(
  options: {
    readonly origins?: readonly string[]
    readonly features?: readonly string[]
    readonly analytics?: boolean
  } = {},
): Promise<Project> {
  const { hosts } = readStack()
  const { origins = [new URL(hosts).origin], features = [], analytics = false } = options
  const id = `e2e-${randomUUID().slice(0, 8)}`
  await command(
    'create',
    id,
    ...origins.flatMap(origin => ['--origin', origin]),
    ...features.flatMap(feature => ['--feature', feature]),
    ...(analytics ? ['--analytics'] : []),
  )
  return {
    id,
    async set(...flags) {
      await command('features', id, ...flags)
      const wanted = flags.map(flag => flag.split('='))
      // They keep a project in memory for a moment.
      for (;;) {
        const told = await fetchFlags(id)
        if (wanted.every(([flag, value]) => (told.get(flag) === true) === (value !== 'off'))) return
        await new Promise(done => setTimeout(done, 200))
      }
    },
  }
}

async function fetchFlags(id: string): Promise<Map<string | undefined, boolean>> {
  const response = await fetch(`${readStack().services}/appkit/v1/config?projectId=${id}`)
  const { features } = (await response.json()) as { features: { id: string; isEnabled: boolean }[] }
  return new Map(features.map(feature => [feature.id, feature.isEnabled]))
}

async function command(...words: readonly string[]): Promise<void> {
  const program = join(root, 'apps', 'server', 'src', 'cli', 'main.ts')
  const { code, output } = await runTool(
    [process.execPath, `--conditions=${sourceCondition}`, program, 'project', ...words],
    { cwd: root, env: { DATA_FOLDER: join(readStack().data, 'services'), LATCHKEY_DEV: '1' } },
  )
  if (code !== 0) throw new Error(`latchkey-server project ${words.join(' ')}:\n${output}`)
}
