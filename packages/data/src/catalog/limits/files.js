/**
 * Of files that are read, and of what is sent along with forms. Each: at most, of what, and what to do beyond.
 *
 * @satisfies {import('./declare.js').Declared}
 */
export const FILES = {
  importFileBytes: [1024 ** 3, 'a file to import', 'split it: each part can be imported into the same table'],
  importColumns: [1000, 'columns of a file', 'delete columns, or move them to a second file with the same key'],
  importKeys: [1_000_000, 'keys of a file that changes rows by a key', 'split it into several files'],
  lineCharacters: [
    1_000_000,
    'characters of a line of a CSV file, and of a cell of a workbook',
    'the line is reported with its number, the others are imported',
  ],
  workbookBytes: [256 * 1024 ** 2, 'an Excel workbook', 'save the sheet as CSV'],
  // It is read piece by piece.
  sheetBytes: [4 * 1024 ** 3, 'a sheet of a workbook, unpacked', 'save the sheet as CSV'],
  // It is held in memory, as is any other part.
  workbookPartBytes: [128 * 1024 ** 2, 'texts or styles of a workbook, unpacked', 'save the sheet as CSV'],
  workbookParts: [10_000, 'parts of a workbook: sheets, pictures, comments', 'save the sheet as CSV'],
  workbookFreeBytes: [
    8 * 1024 ** 2,
    'a part of a workbook that may be unpacked however small it is packed',
    'its ratio counts: see the next two',
  ],
  // More was made to fill the memory.
  workbookRatio: [
    100,
    'how many times larger than packed a larger sheet may be',
    'save the workbook again in a spreadsheet, or the sheet as CSV',
  ],
  workbookPartRatio: [
    40,
    'the same of its texts, styles and lists, which are held in memory',
    'save the workbook again in a spreadsheet, or the sheet as CSV',
  ],
  workbookHeldBytes: [
    256 * 1024 ** 2,
    'texts, styles and lists of a workbook together, as they are held in memory',
    'save the sheet as CSV',
  ],
  // A file of 1000 columns is confirmed with several controls for each.
  formFields: [20_000, 'controls of a form', 'send it in parts, or use the API'],
  formTextBytes: [2 * 1024 ** 2, 'texts of a form', 'shorten them, or attach them as files'],
  columnsFormBytes: [32 * 1024 ** 2, 'the form that confirms the columns of a file', 'shorten names and choices'],
  formFiles: [50, 'files of a form', 'send the others with the form once more'],
  formFileBytes: [
    100 * 1024 ** 2,
    'a file of a form; field settings may allow less',
    'choose a smaller file, or split it',
  ],
  pictureMegapixels: [40, 'million pixels of a picture', 'scale it down'],
  pictureBytes: [10 * 1024 ** 2, 'the picture of a person', 'scale it down'],
  shownImageBytes: [40 * 1024 ** 2, 'an image that is shown scaled down; larger ones are downloaded', 'scale it down'],
  folderCharacters: [400, 'characters of the name of a folder of files, with those around it', 'shorten the names'],
  folderLevels: [12, 'levels of folders of files', 'move the folder further up'],
  appFilesBytes: [50 * 1024 ** 2, 'the files of an app, as it is exported', 'export it without rows, or take a backup'],
  appFileBytes: [64 * 1024 ** 2, 'a file that an app is imported from', 'export it without rows, or take a backup'],
  appFileValues: [1_000_000, 'values in a file that an app is imported from', 'import its rows as CSV'],
  pluginBytes: [30 * 1024 ** 2, 'the archive of a plugin', 'leave out what it does not need to run'],
  pluginUnpackedBytes: [100 * 1024 ** 2, 'a plugin, unpacked', 'leave out what it does not need to run'],
  pluginManifestBytes: [1024 ** 2, 'the package.json of a plugin', 'shorten it'],
  pluginFiles: [5000, 'files of a plugin', 'leave out what it does not need to run'],
  pluginEntries: [20_000, 'entries in the archive of a plugin, folders included', 'pack its files only'],
  pluginFolders: [5000, 'folders of a plugin', 'leave out what it does not need to run'],
  pluginLevels: [32, 'levels of the folders of a plugin', 'put its folders further up'],
};
