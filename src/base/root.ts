/**
 * The root of the files that the program reads: the repository, or a build in `dist/`, which keeps
 * the relative paths of code and files.
 */
export const root = new URL('../../', import.meta.url)
