import { UserError } from '../../platform/errors/user-error';

/** Some media files could not be copied; everything else could. */
export class FilesAbsent extends UserError {}
