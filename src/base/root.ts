/**
 * Where the files lie that the program reads: the repository, or a build, its image in `dist/`,
 * where the built code and what it reads have the same places to each other.
 */
export const root = new URL('../../', import.meta.url)
