/** Free space of the data folder. */
export abstract class DiskSpace {
  /** False while less than `limits.min_free_bytes` is free: then uploads are refused and jobs should wait. */
  abstract hasFreeSpace(): boolean;
}
