; Installer for one user, without administrator rights (./run windows).
;   makensis -DVERSION=... -DTREE=folder -DREMOVE=file -DOUTPUT=file
; REMOVE is a script that deletes the files of TREE one by one: the user may choose a folder with other files.
; Silent: setup.exe /S [/D=C:\folder]; uninstall.exe /S
Target amd64-unicode
Unicode true
Name "Rattleback"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Rattleback"
InstallDirRegKey HKCU "Software\Rattleback" "InstallDir"
RequestExecutionLevel user
SetCompressor /SOLID lzma
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Rattleback"
!define CLASSES "Software\Classes"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
    SetOutPath "$INSTDIR"
    File /r "${TREE}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Rattleback.lnk" "$INSTDIR\bin\rattleback.exe"
    WriteRegStr HKCU "Software\Rattleback" "InstallDir" "$INSTDIR"
    ; "Open with" for scenes, which are JSON files: the program that opens JSON files stays the same.
    WriteRegStr HKCU "${CLASSES}\Rattleback.Scene" "" "Rattleback scene"
    WriteRegStr HKCU "${CLASSES}\Rattleback.Scene\shell\open\command" "" '"$INSTDIR\bin\rattleback.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\.json\OpenWithProgids" "Rattleback.Scene" ""
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Rattleback"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section Uninstall
    !include "${REMOVE}"
    Delete "$SMPROGRAMS\Rattleback.lnk"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "${CLASSES}\Rattleback.Scene"
    DeleteRegValue HKCU "${CLASSES}\.json\OpenWithProgids" "Rattleback.Scene"
    DeleteRegKey HKCU "Software\Rattleback"
SectionEnd
