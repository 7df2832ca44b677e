import { AddressedUploadsService } from './addressed-uploads.service';
import { LinkedFilesService } from './linked-files.service';
import { LinkListsService } from './link-lists.service';
import { LinksSweepService } from './links-sweep.service';
import { MediaLinksRepository } from './media-links.repository';
import { MediaLinksService } from './media-links.service';
import { UploadAddressesRepository } from './upload-addresses.repository';
import { UploadAddressesService } from './upload-addresses.service';

/** Links and upload addresses, as a part of the media module. */
export const LINK_PROVIDERS = [
  AddressedUploadsService,
  LinkedFilesService,
  LinkListsService,
  LinksSweepService,
  MediaLinksRepository,
  MediaLinksService,
  UploadAddressesRepository,
  UploadAddressesService,
];
