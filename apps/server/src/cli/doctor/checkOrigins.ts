import { isLoopbackOrigin, isNearlySameSite } from 'latchkey/services'
import { isDevelopmentProject } from '../../projects/findProject.ts'
import { type Check, rowsOf } from './examination.ts'
import { ok, type Said, skipped, warning, wrong } from './finding.ts'

/** The pages that may use each project, and that none of them is the wallet's own site (T02, T18). */
export const checkOrigins: Check = async examination => {
  const { walletOrigin } = examination.settings.custody
  const rows = await rowsOf(examination, db =>
    db
      .selectFrom('projects')
      .leftJoin('project_origins', 'project_origins.project_id', 'projects.id')
      .select(['projects.id', 'project_origins.origin'])
      .orderBy('projects.id')
      .orderBy('project_origins.origin')
      .execute(),
  )
  if (rows === undefined) return [skipped('The projects cannot be read')]
  const projects = rows.filter(({ id }) => !isDevelopmentProject(id))
  if (projects.length === 0)
    return [
      examination.settings.development
        ? ok('Only projects of development')
        : warning('There is no project', 'Create one: latchkey-server project create <id> --origin <origin>'),
    ]
  const said: Said[] = []
  for (const { id, origin } of projects) {
    const change = `latchkey-server project origins ${id} remove ${origin}`
    if (origin === null)
      said.push(
        warning(
          `Project ${id} lists no page, so no page may use it`,
          `latchkey-server project origins ${id} add <origin>`,
        ),
      )
    else if (walletOrigin !== undefined && isNearlySameSite(origin, walletOrigin))
      said.push(
        wrong(
          `${origin} of project ${id} is on the wallet’s own site ${walletOrigin}, and the wallet refuses to open there`,
          'Serve the wallet from a domain of its own',
        ),
      )
    else if (walletOrigin !== undefined && sharesDomain(origin, walletOrigin))
      said.push(
        warning(
          `${origin} of project ${id} and the wallet share a domain: browsers refuse the wallet there unless it is a public suffix`,
          'Serve the wallet from a domain of its own',
        ),
      )
    else if (origin.startsWith('http:') && !isLoopbackOrigin(origin))
      said.push(
        wrong(`${origin} of project ${id} is not https: a network attacker can change that page`, change),
      )
    else if (isLoopbackOrigin(origin) && !examination.settings.development)
      said.push(warning(`${origin} of project ${id} is any visitor’s own machine`, change))
  }
  const count = new Set(projects.map(({ id }) => id)).size
  return said.length > 0
    ? said
    : [
        ok(
          `${count} project${count > 1 ? 's' : ''}, each with pages by https on other sites than the wallet’s`,
        ),
      ]
}

/** Whether the last two labels agree. Only the public suffix list, which browsers have, tells for sure. */
function sharesDomain(one: string, other: string): boolean {
  const domainOf = (origin: string) => new URL(origin).hostname.split('.').slice(-2).join('.')
  return !/^[\d.]+$|:/.test(new URL(one).hostname) && domainOf(one) === domainOf(other)
}
