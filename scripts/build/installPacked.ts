import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PackedPackage } from './packPackages.ts'

const packages = resolve(import.meta.dirname, '../../packages')

/** Puts packed packages into a host's `node_modules`, as npm would. */
export function installPacked(
  packed: readonly Pick<PackedPackage, 'name' | 'stage'>[],
  modules: string,
): void {
  for (const { name, stage } of packed) {
    cpSync(stage, join(modules, name), { recursive: true })
    // Versions of its own, as the host's npm would install them where another package wants others.
    const own = join(packages, name.replace(/^@[^/]+\//, ''), 'node_modules')
    if (existsSync(own)) cpSync(own, join(modules, name, 'node_modules'), { recursive: true })
  }
}
