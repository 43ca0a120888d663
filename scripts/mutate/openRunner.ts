import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { createVitest, type TestModule, type TestProject } from 'vitest/node'
import { applyMutant } from './applyMutant.ts'
import type { Mutant } from './mutant.ts'

/** What became of a run: the first test that failed, or none. */
export interface RunResult {
  readonly failed: string | undefined
  readonly ms: number
}

/** Runs test files with or without a mutant, in one Vitest that keeps everything else compiled. */
export interface MutantRunner {
  run(tests: readonly string[], mutant?: Mutant): Promise<RunResult>
  close(): Promise<void>
}

/** A test that hangs because of a mutant is over after this many milliseconds, and has noticed it. */
const patience = 30_000

/** Starts the unit and contract projects; the change exists in the compiler's memory alone, never in the tree. */
export async function openRunner(root: string): Promise<MutantRunner> {
  let active: Mutant | undefined
  const mutate: Plugin = {
    name: 'mutate',
    enforce: 'pre',
    transform(code, id) {
      if (active === undefined || id.split('?')[0] !== join(root, active.file)) return undefined
      return { code: applyMutant(code, active), map: null }
    },
  }
  // Another answer or an endless wait is enough to notice a mutant, and the databases are not needed for it.
  process.env.LATCHKEY_WITHOUT = 'postgres,redis'
  const { default: config } = await import(pathToFileURL(join(root, 'vitest.config.ts')).href)
  const projects = projectsOf(config).map(project => ({
    ...project,
    plugins: [...project.plugins, mutate],
    test: {
      ...project.test,
      // Stored modules are not transformed: no change would reach the tests.
      fsModuleCache: false,
      // Projects that run together need the same number.
      maxWorkers: 2,
      testTimeout: patience,
      hookTimeout: patience,
      expect: { poll: { timeout: 10_000 } },
    },
  }))
  const vitest = await createVitest('test', {
    config: false,
    root,
    watch: false,
    fsModuleCache: false,
    bail: 1,
    reporters: [{}],
    projects: projects as never,
  })

  await vitest.standalone()
  return {
    async run(tests, mutant) {
      active = mutant
      if (mutant) vitest.invalidateFile(join(root, mutant.file))
      const begun = performance.now()
      try {
        const specifications = tests.map(test =>
          projectFor(vitest.projects, test).createSpecification(join(root, test)),
        )
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
        const ran = testModules.filter(module =>
          specifications.some(each => each.moduleId === module.moduleId),
        )
        return { failed: firstFailure(ran, unhandledErrors, tests.length), ms: performance.now() - begun }
      } finally {
        active = undefined
        if (mutant) vitest.invalidateFile(join(root, mutant.file))
      }
    },
    close: () => vitest.close(),
  }
}

interface Project {
  readonly plugins: readonly unknown[]
  readonly test: { readonly name: string }
}

function projectsOf(from: unknown): readonly Project[] {
  const { test } = from as { readonly test: { readonly projects: readonly Project[] } }
  return test.projects.filter(({ test: { name } }) => name === 'unit' || name === 'contract')
}

function projectFor(projects: readonly TestProject[], test: string): TestProject {
  const name = /^apps\/server\/|\.contract\.test\.ts$/.test(test) ? 'contract' : 'unit'
  const project = projects.find(each => each.name === name)
  if (project === undefined) throw new Error(`no project ${name}`)
  return project
}

function firstFailure(
  modules: readonly TestModule[],
  errors: readonly unknown[],
  expected: number,
): string | undefined {
  for (const module of modules) {
    for (const test of module.children.allTests()) if (test.result().state === 'failed') return test.fullName
    const [error] = module.errors()
    if (error) return `${module.relativeModuleId}: ${error.message}`
    for (const suite of module.children.allSuites()) {
      const [broken] = suite.errors()
      if (broken) return `${suite.fullName}: ${broken.message}`
    }
  }
  const [error] = errors
  if (error)
    return `an error outside tests: ${error instanceof Error ? error.message : String(Object(error).message)}`
  const passed = modules.some(module => [...module.children.allTests('passed')].length > 0)
  // A run of no test would let every mutant live.
  if (modules.length < expected || !passed) throw new Error('not every test file ran')
  return undefined
}
